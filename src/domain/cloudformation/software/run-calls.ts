import type { Json } from '../../../tosca/topology.ts';
import { listOf, mapOf } from '../../deployers/capability-values.ts';
import type { CallsOrder, SeenCall, SeenCalls } from '../../runs/calls.ts';
import type { MachineRun } from '../../runs/run.ts';
import {
  isLate,
  knownOf,
  lacks,
  lengthOf,
  type Runs,
  readyOn,
  runsOfAll,
  type Setting,
  secretsAt,
  secretsOf,
  tooLarge,
  unreachableMessage,
} from './advance-software.ts';
import { giveSecrets } from './give-secrets.ts';
import type { Known } from './known-inputs.ts';
import { commandFor, digestOf, longestCommand, type Ready } from './operation-command.ts';
import type { PlannedCalls } from './planned-calls.ts';
import { hostsIn, type Step } from './software.ts';
import { machinesOf, type Run, type SoftwareMachine } from './software-machines.ts';

type Order = Omit<CallsOrder, 'calls' | 'blueprint'> & { readonly planned: PlannedCalls };

/** A call on one machine. */
interface OnMachine {
  readonly ready: Ready;
  run?: Run | undefined;
  /** all commands of it that run: one more was sent where a list did not show the first one yet */
  readonly running: readonly Run[];
}

/** A call with what was seen of it. */
interface Called {
  readonly step: Step;
  readonly on: readonly OnMachine[];
  why?: string | undefined;
  /** what it has ended with before; absent: it was not over */
  readonly was?: 'done' | 'failed' | undefined;
}

/** Commands of one run: what is kept of them has to find room in one record. */
const mostCommands = 2000;

/**
 * Looks at all calls, and sends what is due: one command to each machine at a time. Systems Manager knows what was sent, so
 * nothing is kept elsewhere; a command that is sent twice runs once (docs/decisions/0039). `setting` has the software of the stack.
 */
export const runCalls = async (setting: Setting, order: Order): Promise<SeenCalls> => {
  const steps = order.planned.steps.map((step) => stepOfRun(step, order.run));
  const whole = { ...setting, software: { ...setting.software, steps: [...setting.software.steps, ...steps] } };
  const runs = await runsOfAll(whole);
  const { revisions, fault } = await secretsOf(whole, runs);
  const known = strict(knownOf(whole, runs, revisions));
  const all = await Promise.all(steps.map((step) => calledOf(step, { setting: whole, runs, known, revisions, fault })));
  const keys = order.planned.steps.map(({ key }) => key);
  const calls = withinBounds(all).map((one, index) => overAs(one, order.over[keys[index] ?? '']));
  const next = order.next(new Map(order.planned.steps.map(({ key }, index) => [key, stateOf(calls[index])])));
  const due = new Set(next.due.map((key) => keyIn(order.run, key)));
  const waitsFor = order.stops ? await cancelAll(setting, calls) : await sendDue(whole, calls, due, order.waitingAt);
  const isOver = next.isOver || (order.stops && !isBusy(calls));
  if (isOver && setting.secrets && Object.keys(order.planned.secrets).length > 0)
    await giveSecrets(setting, setting.secrets, knownOf(setting, runs, new Map()));
  return {
    calls: new Map(order.planned.steps.map(({ key }, index) => [key, seenOf(calls[index])])),
    isBusy: isBusy(calls),
    waitsFor,
  };
};

const isBusy = (calls: readonly Called[]): boolean =>
  calls.some(({ on }) => on.some(({ run, running }) => run?.is === 'running' || running.length > 0));

const withinBounds = (calls: readonly Called[]): readonly Called[] => {
  const commands = calls.reduce((sum, { on }) => sum + on.length, 0);
  if (commands <= mostCommands) return calls;
  const why = `the run would be ${commands} commands, and at most ${mostCommands} are sent in one: call fewer operations at a time`;
  return calls.map((one) => ({ ...one, why: one.why ?? why }));
};

/** A machine that was started or came back meanwhile is not sent what is over. */
const overAs = (called: Called, over: Order['over'][string] | undefined): Called =>
  over === undefined
    ? called
    : { step: called.step, on: called.on.filter(({ run }) => run !== undefined), why: over.why, was: over.is };

/** Two runs of one operation are two, on the machine too. */
const keyIn = (run: string, key: string): string => `run ${run} ${key}`;

const stepOfRun = (step: Step, run: string): Step => ({ ...step, key: keyIn(run, step.key), once: true });

/** The secrets of a run, as those of the stack's own software are known. */
export const secretsOfRun = ({ secrets }: PlannedCalls, run: string): PlannedCalls['secrets'] =>
  Object.fromEntries(Object.entries(secrets).map(([key, values]) => [keyIn(run, key), values]));

class ForgottenError extends Error {
  override readonly name = 'ForgottenError';
}

/** What an operation has given is needed as it is: an empty text would be another value. */
const strict = (known: Known): Known => ({
  ...known,
  outputsOf: async (step, machine) => {
    const outputs = await known.outputsOf(step, machine);
    if (step.outputs.every((name) => Object.hasOwn(outputs, name))) return outputs;
    throw new ForgottenError(
      `takes an output of ${step.operation} of ${step.node} on ${machine.id}, which Systems Manager keeps for 30 days: an update that runs it again gives it anew`,
    );
  },
});

interface Around {
  readonly setting: Setting;
  readonly runs: Runs;
  readonly known: Known;
  readonly revisions: Parameters<typeof secretsAt>[1];
  /** why a secret cannot be given */
  readonly fault: string | undefined;
}

const calledOf = async (step: Step, { setting, runs, known, revisions, fault }: Around): Promise<Called> => {
  const all = machinesOf(setting.machines, step.host);
  const running = all.filter((one) => one.runs);
  const lacking = hostsIn(setting.software).has(step.host) ? lacksOf(step, setting) : notMade(step);
  if (lacking !== undefined) return { step, on: [], why: lacking };
  if (running.length === 0) return { step, on: [], why: `no machine of node ${step.host} runs: start one first` };
  try {
    const on = await Promise.all(
      running.map(async (machine) => {
        const ready = await readyOn(step, machine, known, secretsAt(setting, revisions));
        const own = (runs.get(machine.id) ?? []).filter(({ digest }) => digest === digestOf(ready));
        const running = own.filter(({ is }) => is === 'running');
        return { ready, run: own.find(({ is }) => is === 'done') ?? running[0] ?? own[0], running };
      }),
    );
    const unsent = on.filter(({ run }) => run === undefined);
    const large = unsent.find(({ ready }) => lengthOf(ready, setting) > longestCommand);
    if (large) return { step, on, why: tooLarge(large.ready) };
    return { step, on, ...(fault !== undefined && unsent.some(({ ready }) => lacks(ready)) && { why: fault }) };
  } catch (error) {
    if (error instanceof ForgottenError) return { step, on: [], why: error.message };
    throw error;
  }
};

const notMade = ({ host }: Step): string =>
  `the machines of node ${host} were made when nothing was to run on them, without the right to take commands: update the deployment with its template, and they get it`;

/** What an input asks for and nobody knows here. */
const lacksOf = ({ inputs }: Step, setting: Setting): string | undefined => {
  for (const [name, value] of Object.entries(inputs)) {
    const why = lackingIn(value, setting);
    if (why !== undefined) return `its input ${name} takes ${why}`;
  }
  return undefined;
};

const lackingIn = (value: Json, setting: Setting): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return firstOf(value, setting);
  const call = mapOf(value);
  if ('get_attribute' in call) return lackingAttribute(listOf(call['get_attribute']), setting);
  if ('get_operation_output' in call) return lackingOutput(listOf(call['get_operation_output']), setting);
  return firstOf(Object.values(value), setting);
};

const firstOf = (values: readonly Json[], setting: Setting): string | undefined =>
  values.map((one) => lackingIn(one, setting)).find((why) => why !== undefined);

const lackingAttribute = ([node, name]: readonly Json[], { attributes, machines }: Setting): string | undefined => {
  if (Object.hasOwn(attributes, `${String(node)} ${String(name)}`)) return undefined;
  const own = machinesOf(machines, String(node));
  const said = `${String(name)} of ${String(node)}`;
  if (own.length === 0)
    return `${said}, which the stack does not tell: only what operations of the creation take is known`;
  const isMissing = name === 'public_address' && own.some(({ publicAddress }) => publicAddress === '');
  return isMissing ? `${said}, which has none` : undefined;
};

const lackingOutput = ([key, name]: readonly Json[], { software }: Setting): string | undefined => {
  const step = software.steps.find((one) => one.key === key);
  if (step?.outputs.includes(String(name))) return undefined;
  return `the output ${String(name)} of ${String(key)}, which nobody has kept: only what operations of the creation take is kept`;
};

const stateOf = (called: Called | undefined): SeenCall['is'] => {
  const { on = [], why, was } = called ?? {};
  if (was !== undefined) return was;
  const runs = on.map(({ run }) => run?.is);
  if (runs.includes('running')) return 'running';
  if (why !== undefined || runs.includes('failed')) return 'failed';
  if (on.length > 0 && runs.every((is) => is === 'done')) return 'done';
  return runs.includes('done') ? 'running' : 'waiting';
};

const seenOf = (called: Called | undefined): SeenCall => ({
  is: stateOf(called),
  machines: (called?.on ?? []).flatMap(({ ready, run }) => (run ? [shown(ready.machine, run)] : [])),
  ...(called?.why !== undefined && { why: called.why }),
});

const shown = ({ id }: SoftwareMachine, { id: command, is, sentAt, said }: Run): MachineRun => ({
  ...{ machine: id, is, since: sentAt },
  ...(command !== '' && { command }),
  ...(said !== '' && { said }),
});

/** Sends each idle machine its next call, and marks it. Returns what is waited for. */
const sendDue = async (
  setting: Setting,
  calls: readonly Called[],
  due: ReadonlySet<string>,
  waitingAt = setting.now.toISOString(),
): Promise<string> => {
  const { calls: machine, machines, since, now } = setting;
  const all = calls.flatMap((called) => called.on.map((on) => ({ called, on, id: on.ready.machine.id })));
  const busy = new Set(all.filter(({ on }) => on.run?.is === 'running').map(({ id }) => id));
  const next = new Map<string, (typeof all)[number]>();
  for (const one of all) {
    const { called, on, id } = one;
    const isReady = due.has(called.step.key) && called.why === undefined && on.run === undefined && !lacks(on.ready);
    if (isReady && !busy.has(id) && !next.has(id)) next.set(id, one);
  }
  const listening = next.size === 0 ? new Set<string>() : await machine.listening([...next.keys()]);
  const deaf: string[] = [];
  for (const [id, { called, on }] of next) {
    if (listening.has(id)) {
      const sentAt = now.toISOString();
      await machine.send(id, commandFor(on.ready, machines, since));
      on.run = { id: '', digest: digestOf(on.ready), is: 'running', sentAt, said: '' };
    } else if (isLate(on.ready.machine, { ...setting, since: waitingAt }))
      called.why = unreachableMessage(on.ready.machine);
    else deaf.push(id);
  }
  return deaf.length === 0 ? '' : `waiting for ${deaf.join(', ')} to report to Systems Manager`;
};

const cancelAll = async ({ calls: machine }: Setting, calls: readonly Called[]): Promise<string> => {
  for (const { on } of calls)
    for (const { ready, running } of on) for (const { id } of running) await machine.cancel(ready.machine.id, id);
  return '';
};
