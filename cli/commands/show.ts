import { buildCommand } from '@stricli/core';
import { type Attempt, collected, ToscaniniError } from '../../client/index.ts';
import { CliError } from '../cli-error.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId } from '../deployment-id.ts';
import { connectionFlags, idArgument, jsonFlag } from '../flags.ts';
import { linesOf, rowsOf } from '../progress/rows.ts';
import { outputLines, rawOutput } from '../result.ts';
import { painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';

interface Flags extends ConnectionFlags {
  readonly json: boolean;
}

async function show(this: CliContext, flags: Flags, given: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given);
  const [deployment, resources] = await Promise.all([client.deployment(id), collected(client.resources(id))]);
  if (flags.json) return this.screen.write(`${JSON.stringify({ ...deployment, resources })}\n`);
  const paint = painter(this.screen);
  const facts = [
    ['id', deployment.uuid],
    ['status', deployment.status],
    ['provider', deployment.cloudProviderName ?? ''],
    ['group', deployment.userGroup ?? ''],
    ['created', deployment.creationTime],
    ['updated', deployment.updateTime],
  ].filter(([, value]) => value !== '');
  const write = (lines: readonly string[]): void => this.screen.write(lines.map((line) => `${line}\n`).join(''));
  write(table(facts.map(([name = '', value = '']) => [paint('dim', name), value])));
  if (deployment.statusReason !== undefined) write(['', paint('red', deployment.statusReason)]);
  write(['', ...linesOf(rowsOf(resources), Number.POSITIVE_INFINITY, paint)]);
  const outputs = outputLines(this, deployment);
  if (outputs.length > 0) write(['', ...outputs.map((line) => `  ${line}`)]);
}

async function output(this: CliContext, flags: Flags, given: string, name?: string): Promise<void> {
  const client = await connect(this, flags);
  const { outputs } = await client.deployment(await deploymentId(client, given));
  if (name === undefined) return this.screen.write(`${JSON.stringify(outputs, undefined, flags.json ? 0 : 2)}\n`);
  if (!Object.hasOwn(outputs, name)) {
    const known = Object.keys(outputs);
    throw new CliError(
      'notFound',
      `there is no output ${name}; there ${known.length === 0 ? 'is none' : `are ${known.join(', ')}`}`,
    );
  }
  const value = outputs[name];
  this.screen.write(`${flags.json ? JSON.stringify(value) : rawOutput(value)}\n`);
}

async function attempts(this: CliContext, flags: Flags, given: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given);
  const found = await collected(client.attempts(id));
  if (flags.json) return this.screen.write(`${JSON.stringify(found)}\n`);
  if (found.length === 0) return this.screen.write('no provider was tried yet\n');
  const paint = painter(this.screen);
  const read = await client.view(id);
  const causes = new Map(read === 'unchanged' ? [] : read.view.cause.map(({ attempt, cause }) => [attempt, cause]));
  const row = ({ number, cloudProviderName, state, startedAt, reason = '' }: Attempt) => [
    `${number}`,
    cloudProviderName,
    paint(state === 'FAILED' ? 'red' : 'green', state),
    startedAt,
    causes.get(number) ?? reason.split('\n', 1).join(), // the view has no cause for those of an earlier operation
  ];
  const head = ['#', 'PROVIDER', 'STATE', 'STARTED', 'CAUSE'].map((text) => paint('dim', text));
  this.screen.write(
    table([head, ...found.map(row)])
      .map((line) => `${line}\n`)
      .join(''),
  );
}

async function events(this: CliContext, flags: Flags, given: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given);
  for await (const event of client.events(id))
    this.screen.write(flags.json ? `${JSON.stringify(event)}\n` : `${event.at}  ${event.message}\n`);
}

async function template(this: CliContext, flags: ConnectionFlags, given: string): Promise<void> {
  const client = await connect(this, flags);
  this.screen.write(await client.template(await deploymentId(client, given)));
}

const one = { kind: 'tuple', parameters: [idArgument] } as const;
const reading = { positional: one, flags: { ...jsonFlag, ...connectionFlags } } as const;

export const showCommand = buildCommand<Flags, [string], CliContext>({
  func: show,
  parameters: reading,
  docs: { brief: 'Show a deployment with its nodes and outputs' },
});

export const outputCommand = buildCommand<Flags, [string, string?], CliContext>({
  func: output,
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        idArgument,
        { brief: 'one output: its value, and nothing else', parse: String, placeholder: 'NAME', optional: true },
      ],
    },
    flags: { ...jsonFlag, ...connectionFlags },
  },
  docs: { brief: 'Print outputs, also those that are secret' },
});

export const attemptsCommand = buildCommand<Flags, [string], CliContext>({
  func: attempts,
  parameters: reading,
  docs: { brief: 'List the providers that were tried, and why they failed' },
});

export const eventsCommand = buildCommand<Flags, [string], CliContext>({
  func: events,
  parameters: reading,
  docs: { brief: 'Print what happened, oldest first' },
});

export const templateCommand = buildCommand<ConnectionFlags, [string], CliContext>({
  func: template,
  parameters: { positional: one, flags: connectionFlags },
  docs: { brief: 'Print the template as it was sent' },
});

/** Prints the log; with `follow` also what is added, until the deployment has ended. */
async function logs(
  this: CliContext,
  flags: ConnectionFlags & { readonly follow: boolean },
  given: string,
): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given);
  let printed = 0;
  const print = async (): Promise<void> => {
    const text = await client.log(id);
    this.screen.write(text.slice(printed));
    printed = text.length;
  };
  await print();
  if (!flags.follow) return;
  try {
    for await (const { deployment } of client.follow(id, { signal: this.interrupted })) if (deployment) await print();
  } catch (cause) {
    if (this.interrupted.aborted) return this.endAs('interrupted');
    // it was deleted between two questions
    if (!(cause instanceof ToscaniniError && cause.name === 'NotFoundError')) throw cause;
  }
}

export const logsCommand = buildCommand<ConnectionFlags & { readonly follow: boolean }, [string], CliContext>({
  func: logs,
  parameters: {
    positional: one,
    flags: {
      follow: {
        kind: 'boolean',
        default: false,
        brief: 'print what is added, until the deployment has ended',
        withNegated: false,
      },
      ...connectionFlags,
    },
    aliases: { f: 'follow' },
  },
  docs: { brief: "Print the provider's log" },
});
