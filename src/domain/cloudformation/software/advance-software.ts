import type { Json } from '../../../tosca/topology.ts';
import { type Given, giveSecrets } from './give-secrets.ts';
import { evaluate, type Known } from './known-inputs.ts';
import { commandFor, digestOf, longestCommand, type Ready } from './operation-command.ts';
import { hasSecretInputs, parameterName, type SecretParameters } from './secret-inputs.ts';
import type { Software, Step } from './software.ts';
import { type MachineCalls, machinesOf, type Run, type SoftwareMachine } from './software-machines.ts';

export type Progress =
  | { readonly is: 'done' }
  | { readonly is: 'running'; readonly what: string }
  | {
      readonly is: 'failed';
      readonly why: string;
      readonly run?: { readonly machineId: string; readonly runId: string };
    };

export interface Setting {
  readonly software: Software;
  readonly machines: readonly SoftwareMachine[];
  readonly attributes: { readonly [name: string]: Json };
  readonly calls: MachineCalls;
  /** absent: no step takes a secret */
  readonly secrets?: SecretParameters | undefined;
  /** when the attempt or update began: what failed before is tried again */
  readonly since: string;
  readonly now: Date;
}

/** Minutes after its start in which a machine has to report. */
const agentMins = 15;

/**
 * Reads the state of all steps, and sends what can run now: one command to each machine at a time, and a step only when all that it
 * needs is done. Systems Manager knows what was sent, so nothing is kept elsewhere; a command that is sent twice runs
 * once (docs/decisions/0039).
 */
export const advance = async (setting: Setting): Promise<Progress> => {
  const { seen, fault } = await readSteps(setting, ['done']);
  if (fault !== undefined) return { is: 'failed', why: fault };
  if (seen.every(({ run }) => run?.is === 'done')) return { is: 'done' };
  const failed = seen.find(({ run }) => run?.is === 'failed');
  if (failed?.run) {
    const { machine, run } = failed;
    const why = `${what(failed)} failed: ${run.said}`;
    return { is: 'failed', why, run: { machineId: machine.id, runId: run.id } };
  }
  const large = seen.find((one) => one.run === undefined && lengthOf(one, setting) > longestCommand);
  if (large) return { is: 'failed', why: tooLarge(large) };
  const { running, unreachable } = await sendNext(setting, seen);
  const late = unreachable.find((machine) => isLate(machine, setting));
  if (late) return { is: 'failed', why: unreachableMessage(late) };
  if (running.length > 0) return { is: 'running', what: `running ${running.join(', ')}` };
  if (unreachable.length === 0) return { is: 'running', what: 'giving machines their secret inputs' };
  return {
    is: 'running',
    what: `waiting for ${unreachable.map(({ id }) => id).join(', ')} to report to Systems Manager`,
  };
};

interface Sent {
  /** what runs now, in words */
  readonly running: readonly string[];
  /** machines that do not take commands yet */
  readonly unreachable: readonly SoftwareMachine[];
}

/** Sends each idle machine its next step. */
export const sendNext = async ({ machines, calls, since }: Setting, seen: readonly SeenStep[]): Promise<Sent> => {
  const running = seen.filter(({ run }) => run?.is === 'running');
  const busy = new Set(running.map(({ machine }) => machine.id));
  const next = new Map<string, Ready>();
  for (const one of seen) {
    const { id } = one.machine;
    if (one.run === undefined && !lacks(one) && !busy.has(id) && !next.has(id)) next.set(id, one);
  }
  const machineIds = [...next.values()].map(({ machine }) => machine.id);
  const listening = machineIds.length === 0 ? new Set<string>() : await calls.listening(machineIds);
  const able = [...next.values()].filter(({ machine }) => listening.has(machine.id));
  for (const ready of able) await calls.send(ready.machine.id, commandFor(ready, machines, since));
  return {
    running: [...running, ...able].map(what),
    unreachable: [...next.values()].map(({ machine }) => machine).filter(({ id }) => !listening.has(id)),
  };
};

export const lengthOf = (ready: Ready, { machines, since }: Setting): number =>
  commandFor(ready, machines, since).script.length;

export const tooLarge = (ready: Ready): string =>
  `${what(ready)} becomes a command of more than ${longestCommand} characters: give its files by URL`;

export interface SeenStep extends Ready {
  /** absent: it was not sent */
  readonly run?: Run | undefined;
}

interface Seen {
  readonly seen: readonly SeenStep[];
  /** why a step can never be sent */
  readonly fault?: string | undefined;
}

/** A machine that was not given a secret cannot run the step yet. */
export const lacks = ({ secrets = [] }: Ready): boolean => secrets.some(({ revision }) => revision === undefined);

/**
 * Every step on every machine whose needs are fulfilled: those that it comes after are in one of these states. Where a
 * failed step holds up nothing, one whose secrets were never given does not either.
 */
export const readSteps = async (setting: Setting, over: readonly Run['is'][]): Promise<Seen> => {
  const {
    software: { steps },
    since,
  } = setting;
  const runs = await runsOfAll(setting);
  const { revisions, fault } = await secretsOf(setting, runs);
  const known = knownOf(setting, runs, revisions);
  if (fault !== undefined) return { seen: [], fault };
  const done = new Set<string>();
  const all: SeenStep[] = [];
  for (const step of steps) {
    if (!step.after.every((key) => done.has(key))) continue;
    const seen = await Promise.all(
      machinesOf(setting.machines, step.host)
        .filter((machine) => machine.runs)
        .map(async (machine): Promise<SeenStep> => {
          const ready = await readyOn(step, machine, known, secretsAt(setting, revisions));
          return { ...ready, run: latest(runs.get(machine.id) ?? [], digestOf(ready), since) };
        }),
    );
    const isOver = (one: SeenStep): boolean =>
      one.run === undefined ? lacks(one) && over.includes('failed') : over.includes(one.run.is);
    if (seen.every(isOver)) done.add(step.key);
    all.push(...seen);
  }
  return { seen: all };
};

export type SecretsAt = (step: Step, machine: SoftwareMachine) => NonNullable<Ready['secrets']>;
export type Revisions = ReadonlyMap<string, string>;

export const secretsAt =
  ({ secrets }: Setting, revisions: Revisions): SecretsAt =>
  (step, { id }) =>
    (step.secrets ?? []).map((input) => {
      const parameter = parameterName(secrets?.path ?? '', id, step, input);
      return { input, parameter, revision: revisions.get(parameter) };
    });

export const secretsOf = async (setting: Setting, runs: Runs): Promise<Given> => {
  const { secrets, software } = setting;
  if (secrets === undefined || !hasSecretInputs(software)) return { revisions: new Map() };
  return giveSecrets(setting, secrets, knownOf(setting, runs, new Map()));
};

export const readyOn = async (
  step: Step,
  machine: SoftwareMachine,
  known: Known,
  secrets: SecretsAt,
): Promise<Ready> => {
  const inputs = await evaluate(step.inputs, known, machine);
  return { step, machine, inputs: inputs as Ready['inputs'], secrets: secrets(step, machine) };
};

export type Runs = ReadonlyMap<string, readonly Run[]>;

export const runsOfAll = async ({ software: { steps }, machines, calls }: Setting): Promise<Runs> => {
  const hosts = new Set(steps.map(({ host }) => host));
  const all = machines.filter(({ node, runs }) => hosts.has(node) && runs);
  return new Map(await Promise.all(all.map(async ({ id }) => [id, await calls.runsOf(id)] as const)));
};

/** A finished command counts for ever; a failed one counts only for the attempt that sent it. */
const latest = (runs: readonly Run[], digest: string, since: string): Run | undefined => {
  const own = runs.filter((run) => run.digest === digest);
  return (
    own.find(({ is }) => is === 'done') ??
    own.find(({ is }) => is === 'running') ??
    own.find(({ sentAt }) => sentAt >= since)
  );
};

export const knownOf = (setting: Setting, runs: Runs, revisions: Revisions): Known => {
  const {
    software: { steps, logins = {} },
    machines,
    attributes,
    calls,
  } = setting;
  const known: Known = {
    ...{ steps, machines, attributes, logins },
    privateKey: () => calls.privateKey(),
    outputsOf: async (step, machine) => {
      const digest = digestOf(await readyOn(step, machine, known, secretsAt(setting, revisions)));
      const run = runs.get(machine.id)?.find((one) => one.digest === digest && one.is === 'done');
      return run === undefined ? {} : calls.outputsOf(machine.id, run.id);
    },
  };
  return known;
};

/** The outputs of the deployment that need outputs of operations, or a credential. */
export const softwareOutputs = async (setting: Setting): Promise<{ readonly [name: string]: Json }> => {
  const { software } = setting;
  if (software.outputs.length === 0) return {};
  const runs = await runsOfAll(setting);
  const known = knownOf(setting, runs, (await secretsOf(setting, runs)).revisions);
  const values = await Promise.all(
    software.outputs.map(async ({ name, value }) => [name, await evaluate(value, known)] as const),
  );
  return Object.fromEntries(values);
};

export const isLate = ({ launchedAt }: SoftwareMachine, { since, now }: Setting): boolean => {
  const from = Math.max(Date.parse(launchedAt) || 0, Date.parse(since) || 0);
  return now.getTime() - from > agentMins * 60_000;
};

const what = ({ step: { operation, node }, machine }: Ready): string => `${operation} of ${node} on ${machine.id}`;

export const unreachableMessage = ({ id, node }: SoftwareMachine): string =>
  `machine ${id} of node ${node} does not report to Systems Manager ${agentMins} minutes after its start: its image needs the SSM agent, its instance profile the policy AmazonSSMManagedInstanceCore, and its subnet a way to the internet or endpoints of Systems Manager`;
