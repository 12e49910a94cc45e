import type { Stack } from '@aws-sdk/client-cloudformation';
import type { Instance } from '@aws-sdk/client-ec2';
import type { Blueprint } from '../../domain/cloudformation/blueprint/blueprint.ts';
import { attributeFor } from '../../domain/cloudformation/blueprint/blueprint.ts';
import { softwareIn } from '../../domain/cloudformation/kept-software.ts';
import { keyPairId } from '../../domain/cloudformation/machines/keys.ts';
import { advance, type Setting, softwareOutputs } from '../../domain/cloudformation/software/advance-software.ts';
import type { PlannedCalls } from '../../domain/cloudformation/software/planned-calls.ts';
import { runCalls, secretsOfRun } from '../../domain/cloudformation/software/run-calls.ts';
import {
  hasSecretInputs,
  type SecretParameters,
  type SecretValues,
} from '../../domain/cloudformation/software/secret-inputs.ts';
import { hostsIn, runsSomething, type Software } from '../../domain/cloudformation/software/software.ts';
import type { SoftwareMachine } from '../../domain/cloudformation/software/software-machines.ts';
import { stopSoftware } from '../../domain/cloudformation/software/stop-software.ts';
import type { ProviderLog } from '../../domain/deployers/log.ts';
import type { Configuration } from '../../domain/deployers/ports.ts';
import type { CallsOrder, SeenCall, SeenCalls } from '../../domain/runs/calls.ts';
import { NotFoundError, NotReadyError, ProviderFailedError } from '../../foundation/errors.ts';
import type { Json } from '../../tosca/topology.ts';
import { parseExactly } from '../../tosca/values/exact-json.ts';
import { cancelCalled } from './cancel-called.ts';
import { callsOf, failureOfRun, finishedRuns } from './commands.ts';
import { instancesOf } from './instances.ts';
import { privateKeyOf } from './keys.ts';
import { parametersOf, removeParameters } from './parameters.ts';
import type { Session } from './sessions.ts';
import { isBeingMade } from './stack-status.ts';
import * as stacks from './stacks.ts';
import { templateOf } from './templates.ts';

/** One look at the software of a stack (docs/decisions/0039). */
export const configure = async (
  session: Session,
  id: string,
  { since, now, blueprint }: ConfigureOptions,
): Promise<Configuration> => {
  const stack = await stacks.describe(session, id);
  const software = await softwareOf(session, stack);
  if (software.steps.length === 0) return { is: 'done' };
  const setting = await settingOf(session, stack, { software, since, now });
  const progress = await advance({
    ...setting,
    secrets: givenBy(session, id, setting.secrets, () => secretsIn(blueprint)),
  });
  if (progress.is !== 'failed' || progress.run === undefined) return progress;
  const { machineId, runId } = progress.run;
  return { is: 'failed', why: `${progress.why}${await failureOfRun(session, machineId, runId)}` };
};

/** One look at operations that somebody has called, and what is next of them (docs/decisions/0092). */
export const callsOn = async (
  session: Session,
  id: string,
  { calls, blueprint, now, ...order }: CallsOrder & { readonly now: Date },
): Promise<SeenCalls> => {
  const stack = await stacks.describe(session, id);
  if (!isStanding(stack))
    throw new ProviderFailedError(`the stack is ${stack.StackStatus}, and operations run on one that stands`);
  const planned = parseExactly(calls) as unknown as PlannedCalls; // written by the planner
  const software = await planOf(session, stack);
  const all = { ...software, steps: [...software.steps, ...planned.steps] };
  const { secrets, ...setting } = await settingOf(session, stack, { software: all, since: order.since, now });
  const given = givenBy(session, id, secrets, async () => {
    const kept = ((await secretsIn(blueprint)) ?? {}) as SecretValues;
    return { ...kept, ...secretsOfRun(planned, order.run) };
  });
  const seen = await runCalls({ ...setting, software, secrets: given }, { ...order, planned });
  const coded = await Promise.all(
    [...seen.calls].map(async ([key, one]) => [key, await withCodes(session, one)] as const),
  );
  return { ...seen, calls: new Map(coded) };
};

const withCodes = async (session: Session, call: SeenCall): Promise<SeenCall> => ({
  ...call,
  machines: await Promise.all(
    call.machines.map(async (one) =>
      one.is === 'failed' && one.command !== undefined
        ? { ...one, said: `${one.said ?? ''}${await failureOfRun(session, one.machine, one.command)}` }
        : one,
    ),
  ),
});

/** Secret inputs of the software, as ranking has kept them; undefined: nobody knows. */
const secretsIn = async (blueprint: ConfigureOptions['blueprint']): Promise<SecretValues | undefined> => {
  const text = await blueprint?.();
  return text === undefined ? undefined : (parseExactly(text) as Blueprint).secrets;
};

interface ConfigureOptions {
  readonly since: string;
  readonly now: Date;
  readonly blueprint?: (() => Promise<string | undefined>) | undefined;
}

/**
 * The stack may be deleted while it is given a secret. Then the secret goes again. If the process dies before that, the
 * sweep removes it (docs/decisions/0052).
 */
const givenBy = (
  session: Session,
  id: string,
  parameters: SecretParameters | undefined,
  wanted: NonNullable<SecretParameters['wanted']>,
): SecretParameters | undefined =>
  parameters && {
    ...parameters,
    wanted,
    put: async (...given) => {
      await parameters.put(...given);
      if (await stands(session, id)) return;
      await removeParameters(session, id);
      throw new NotReadyError('the stack is being deleted');
    },
  };

const stands = async (session: Session, id: string): Promise<boolean> => {
  try {
    return isStanding(await stacks.describe(session, id));
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
};

export const outputsOfSoftware = async (
  session: Session,
  stack: Stack,
  now: Date,
): Promise<{ readonly [name: string]: Json }> => {
  const software = await softwareOf(session, stack);
  if (software.outputs.length === 0) return {};
  return softwareOutputs(await settingOf(session, stack, { software, since: now.toISOString(), now }));
};

/** The log of the stack, and then what operations printed, each as soon as it is over; of those that were called, since then. */
export const withCommands = async (
  session: Session,
  id: string,
  log: ProviderLog,
  since?: string,
): Promise<ProviderLog> => {
  const stack = await stacks.describe(session, id);
  // also while the stack changes: a part that vanished and came back would be copied again
  const software = isBeingMade(stack.StackStatus) ? softwareIn('{}') : await planOf(session, stack);
  if (!runsSomething(software)) return log;
  const hosts = hostsIn(software);
  const machines = (await machinesIn(session, stack)).filter(({ node }) => hosts.has(node));
  const runs = (await Promise.all(machines.map((machine) => finishedRuns(session, machine.id, since)))).flat();
  const parts = runs.toSorted((a, b) => (a.sentAt < b.sentAt ? -1 : 1));
  const failed = parts.findLast(({ failure }) => failure !== undefined)?.failure;
  return {
    parts: [...log.parts, ...parts.map(({ name, text }) => ({ name, title: '', text }))],
    quotable: failed ?? log.quotable,
  };
};

/**
 * Operations before a deletion, as far as they can be run: a machine that does not answer, or a script that fails, stops
 * no deletion. NotReadyError: they still run. `ranSomething`: the stack may have secret inputs.
 */
export const beforeDeletion = async (
  session: Session,
  id: string,
  now: Date,
): Promise<{ readonly ranSomething: boolean }> => {
  const stack = await stacks.describe(session, id).catch((error: unknown) => {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  });
  if (stack === undefined) return { ranSomething: true };
  const all = await planOf(session, stack);
  const ranSomething = runsSomething(all);
  const software = isStanding(stack) ? all : softwareIn('{}');
  if (runsSomething(software)) {
    const hosts = hostsIn(software);
    const machines = (await machinesIn(session, stack)).filter(({ node, runs }) => runs && hosts.has(node));
    await cancelCalled(
      session,
      machines.map(({ id: machineId }) => machineId),
    );
  }
  if (software.ending.length === 0) return { ranSomething };
  const running = await stopSoftware(await settingOf(session, stack, { software, since: now.toISOString(), now }));
  if (running !== undefined) throw new NotReadyError(running);
  return { ranSomething };
};

/** Software runs only on machines that stand. */
const softwareOf = async (session: Session, stack: Stack): Promise<Software> =>
  isStanding(stack) ? planOf(session, stack) : softwareIn('{}');

const isStanding = ({ StackStatus }: Stack): boolean =>
  /^(CREATE|UPDATE|UPDATE_ROLLBACK|IMPORT|IMPORT_ROLLBACK)_COMPLETE$/.test(StackStatus ?? '');

const planOf = async (session: Session, { StackId = '' }: Stack): Promise<Software> =>
  softwareIn(await templateOf(session, StackId));

const settingOf = async (
  session: Session,
  stack: Stack,
  rest: Pick<Setting, 'software' | 'since' | 'now'>,
): Promise<Setting> => {
  const attributes = stacks.outputsOf(stack, attributeFor);
  const machines = await machinesIn(session, stack);
  const calls = callsOf(session, () => privateKeyOf(session, attributes[keyPairId]));
  const secrets = hasSecretInputs(rest.software) ? parametersOf(session, stack.StackId ?? '') : undefined;
  return { ...rest, machines, attributes, calls, secrets };
};

const machinesIn = async (session: Session, { StackId = '' }: Stack): Promise<readonly SoftwareMachine[]> =>
  (await instancesOf(session, StackId)).map(machineOf);

const machineOf = (instance: Instance): SoftwareMachine => {
  const { InstanceId = '', PrivateIpAddress = '', PublicIpAddress = '', LaunchTime, State, Tags = [] } = instance;
  const tag = (key: string): string => Tags.find(({ Key }) => Key === key)?.Value ?? '';
  return {
    id: InstanceId,
    node: tag('toscanini:node'),
    resourceId: tag('toscanini:resource'),
    privateAddress: PrivateIpAddress,
    publicAddress: PublicIpAddress,
    launchedAt: LaunchTime?.toISOString() ?? '',
    runs: State?.Name === 'running' || State?.Name === 'pending',
  };
};
