import type { Operations, RunPlan, Toscanini } from '../../client/index.ts';
import { briefs } from '../briefs.ts';
import { type ChangeFlags, changedAsPlanned, changingAliases, changingFlags } from '../changing.ts';
import { CliError } from '../cli-error.ts';
import { buildCommand } from '../command.ts';
import { connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument, shortId } from '../deployment-id.ts';
import { printDone } from '../document.ts';
import { dryRunFlag, inputFlags, optionalWord } from '../flags.ts';
import { type Declared, type InputFlags, readParameters } from '../input-values.ts';
import { painter } from '../screen/paint.ts';
import { planLines, runLines } from '../screen/run-lines.ts';
import { table } from '../screen/table.ts';
import { wrappedFor } from '../screen/wrap.ts';
import { followLog } from './history.ts';

interface Flags extends ChangeFlags, InputFlags {
  readonly message?: string;
  readonly follow: boolean;
  readonly dryRun: boolean;
}

interface RunFlags extends Flags {
  readonly requirement?: string;
  readonly stop: boolean;
}

/** Runs an operation of a node; without one it lists what can be run, and the last run. */
async function run(this: CliContext, flags: RunFlags, given: string, node?: string, called?: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given, flags);
  if (flags.stop) return stopped(this, client, id, flags);
  if (node === undefined) return listed(this, await client.operations(id), flags);
  const dot = called?.lastIndexOf('.') ?? -1;
  if (called === undefined || dot < 1)
    throw new CliError('calledWrongly', 'name the operation as INTERFACE.OPERATION: toscanini run ID lists them');
  const face = { interface: called.slice(0, dot), operation: called.slice(dot + 1) };
  const body = { node, ...face, requirement: flags.requirement, ...(await bodyOf(flags)) };
  await ran(this, client, id, flags, {
    plan: () => client.planOperation(id, body),
    change: (only) => client.runOperation(id, body, only),
  });
}

async function workflow(this: CliContext, flags: Flags, given: string, name: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given, flags);
  const declared = async () => {
    const { workflows } = await client.operations(id);
    return { inputs: workflows.find((one) => one.name === name)?.inputs ?? [] };
  };
  const body = await bodyOf(flags, declared);
  await ran(this, client, id, flags, {
    plan: () => client.planWorkflow(id, name, body),
    change: (only) => client.runWorkflow(id, name, body, only),
  });
}

/** The types of an operation's inputs are not told: a text that looks like a number needs quotes there. */
const bodyOf = async (flags: Flags, declared: Declared = async () => ({ inputs: [] })) => ({
  inputs: await readParameters(flags, declared),
  message: flags.message,
});

interface Running {
  readonly plan: () => Promise<RunPlan>;
  readonly change: (only: { readonly version?: string | undefined }) => Promise<void>;
}

/** Shows what would run, asks, runs it, and says how it ended. */
const ran = async (cli: CliContext, client: Toscanini, id: string, flags: Flags, running: Running): Promise<void> => {
  const { next } = flags.follow ? await client.logAfter(id) : {};
  await changedAsPlanned(cli, client, id, flags.follow ? { ...flags, detach: true } : flags, {
    ...running,
    lines: (plan) => planLines(cli, plan),
    question: (deployment) => `Run it on ${deployment}?`,
  });
  if (flags.dryRun || flags.detach) return;
  if (flags.follow) await followLog(cli, client, id, next);
  const { run: last } = await client.operations(id);
  if (last === undefined) return;
  if (!flags.json && !flags.quiet) say(cli, runLines(cli, last));
  if (last.is === 'failed' || last.is === 'stopped')
    throw new CliError('failed', `${last.what} ${last.is === 'failed' ? 'failed' : 'was stopped'}: ${last.why ?? ''}`);
};

const stopped = async (cli: CliContext, client: Toscanini, id: string, { json }: RunFlags): Promise<void> => {
  await client.stopRun(id);
  printDone(cli, json, { uuid: id }, `what runs on ${shortId(id)} is being stopped: toscanini run ${id.slice(-8)}`);
};

const listed = (cli: CliContext, found: Operations, { json }: RunFlags): void => {
  if (json) return void cli.screen.write(`${JSON.stringify(found)}\n`);
  const paint = painter(cli.screen);
  const { operations, workflows, why, run: last } = found;
  const rows = [
    ...operations.map((one) => [
      ...[paint('bold', one.node), `${one.interface}.${one.operation}`],
      ...[one.requirement === undefined ? '' : `--requirement ${one.requirement}`, one.inputs.join(', ')],
    ]),
    ...workflows.map(({ name, inputs, refused = '' }) => [
      ...[paint('bold', `workflow ${name}`), '', paint('yellow', refused), inputs.map((one) => one.name).join(', ')],
    ]),
  ];
  const titles = ['NODE', 'OPERATION', '', 'INPUTS'].map((title) => paint('dim', title));
  const lines = [
    ...(why === undefined ? [] : [paint('yellow', why)]),
    ...(rows.length === 0 ? ['the template defines nothing to be run'] : table([titles, ...rows])),
    ...(last ? ['', ...runLines(cli, last)] : []),
  ];
  say(cli, lines);
};

const say = ({ screen }: CliContext, lines: readonly string[]): void =>
  screen.write(wrappedFor(screen, lines.map((line) => `${line}\n`).join('')));

const flags = {
  ...inputFlags,
  message: optionalWord('why', 'TEXT'),
  follow: { kind: 'boolean', default: false, brief: 'print the log as it grows, until the end', withNegated: false },
  ...dryRunFlag('show what would run where, and run nothing'),
  ...changingFlags,
} as const;
const aliases = { ...changingAliases, i: 'input', n: 'dryRun', m: 'message', f: 'follow' } as const;

export const runCommand = buildCommand<RunFlags, [string, string?, string?], CliContext>({
  func: run,
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        idArgument,
        { brief: 'a node of the template', parse: String, placeholder: 'NODE', optional: true },
        { brief: 'one of its operations', parse: String, placeholder: 'INTERFACE.OPERATION', optional: true },
      ],
    },
    flags: {
      ...flags,
      requirement: optionalWord('of the node, on whose relationship the operation is', 'NAME'),
      stop: { kind: 'boolean', default: false, brief: 'stop what runs', withNegated: false },
    },
    aliases,
  },
  docs: { brief: briefs.run },
});

export const workflowCommand = buildCommand<Flags, [string, string], CliContext>({
  func: workflow,
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [idArgument, { brief: 'a workflow of the template', parse: String, placeholder: 'NAME' }],
    },
    flags,
    aliases,
  },
  docs: { brief: briefs.workflow },
});
