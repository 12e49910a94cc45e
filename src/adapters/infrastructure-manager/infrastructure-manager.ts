import * as v from 'valibot';
import type { ProviderLog } from '../../domain/deployers/log.ts';
import type { InfrastructureStatus, VirtualMachine } from '../../domain/deployers/machines.ts';
import type { DeployerOf } from '../../domain/deployers/ports.ts';
import { NotFoundError, NotReadyError, ProviderUnavailableError } from '../../foundation/errors.ts';
import { json, recordOf } from '../../foundation/shape/schemas.ts';
import { withoutTokens } from '../../tosca/secrets/material.ts';
import { mask } from './errors.ts';
import { inspect, notComparable } from './inspect.ts';
import { joinedOutput } from './joined-outputs.ts';
import { providerLog } from './log.ts';
import { policy } from './policy.ts';
import { isVmUnknown, readMachines } from './read-machines.ts';
import { find, list, names } from './search.ts';
import { get, type ImOptions, idOf, path, type Session, sessions } from './session.ts';
import { stateSchema, virtualMachine, vmSchema } from './virtual-machine.ts';
import { wholeState } from './whole-state.ts';

export type { AuthorizationLine } from './authorization.ts';
export type { ImOptions } from './session.ts';

/** In bytes: large enough for every log in practice, so that it is read completely. */
const logBytes = 32 * 1024 * 1024;

/** Milliseconds for calls that last until the cloud has answered: as long as a step can wait (lib/service-stack.ts). */
const cloudMs = 50_000;

/** Milliseconds for the same where the step makes other calls too. */
const destroyMs = 40_000;

const statusSchema = v.object({
  state: v.object({ state: stateSchema, vm_states: recordOf(v.string(), stateSchema) }),
});
const outputsSchema = v.object({ outputs: recordOf(v.string(), json) });
const logSchema = v.object({ contmsg: v.string() });

/**
 * The Infrastructure Manager over its REST API (docs/contract/infrastructure-manager.md), in front of any provider. Works
 * with releases 1.19 and 2.0. This adapter does not retry calls.
 */
export const infrastructureManager = (options: ImOptions): DeployerOf => {
  const sessionWith = sessions(options);
  return (providerId) => {
    const session = () => sessionWith(providerId);
    return {
      policy,
      create: async (template) => create(await sessionWith(providerId, { creating: true }), template),
      find: async (name) => find(await session(), name),
      list: async () => list(await session()),
      names: async (ids) => names(await session(), ids),
      status: async (id) => status(await session(), id),
      virtualMachines: async (id, vmIds) => readMachines(await session(), id, vmIds),
      // it shows nothing but machines
      nodes: async () => [],
      // the Infrastructure Manager runs software itself, and its status says how far it is
      configure: async () => ({ is: 'done' }),
      outputs: async (id) => {
        const { outputs } = await (await session()).read('infrastructure', get(id, '/outputs'), outputsSchema);
        return Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, joinedOutput(value)]));
      },
      log: async (id) => log(await session(), id),
      update: async (id, template, { configure } = { configure: true }) =>
        update(await session(), `${path(id)}${configure ? '' : '?context=false'}`, template),
      reconfigure: async (id, vmIds) =>
        operate(await session(), path(id, `/reconfigure?vm_list=${vmIds.map(encodeURIComponent).join(',')}`)),
      alter: async (id, vmId, template) => alter(await session(), { id, vmId, template }),
      release: async (id, vmIds) => removeVms(await session(), id, vmIds),
      operate: async (id, vmId, action) =>
        operate(await session(), path(id, `/vms/${encodeURIComponent(vmId)}/${action}`)),
      destroy: async (id, options) => destroy(await session(), id, options),
      inspect: async (id) => inspect(await session(), id),
      notComparable,
    };
  };
};

const create = async (session: Session, template: string): Promise<string> => {
  const reply = await session.send('create', {
    method: 'POST',
    path: '/infrastructures?async=true',
    headers: { 'Content-Type': 'text/yaml' },
    body: template,
  });
  const id = reply.headers.get('InfID')?.trim() || idOf(reply.text);
  if (id !== undefined) return id;
  throw new ProviderUnavailableError(
    'the Infrastructure Manager made an infrastructure and did not return its id: search for it by its name',
  );
};

const status = async (session: Session, id: string): Promise<InfrastructureStatus> => {
  const { state } = await session.read('infrastructure', get(id, '/state'), statusSchema);
  return { state: wholeState(state.state, state.vm_states), vms: state.vm_states };
};

const log = async (session: Session, id: string): Promise<ProviderLog> => {
  const request = { ...get(id, '/contmsg'), maxBytes: logBytes };
  const { contmsg } = await session.read('infrastructure', request, logSchema);
  return providerLog(withoutTokens(mask(contmsg, session.lines)));
};

const update = async (session: Session, path: string, template: string): Promise<void> => {
  const headers = { 'Content-Type': 'text/yaml' };
  await session.send('infrastructure', {
    method: 'POST',
    path,
    headers,
    body: template,
    deadlineMs: cloudMs,
  });
};

interface Alteration {
  readonly id: string;
  readonly vmId: string;
  readonly template: string;
}

const alter = async (session: Session, { id, vmId, template }: Alteration): Promise<VirtualMachine> => {
  const request = {
    method: 'PUT',
    path: path(id, `/vms/${encodeURIComponent(vmId)}`),
    headers: { 'Content-Type': 'text/yaml' },
    body: template,
    deadlineMs: cloudMs,
  } as const;
  try {
    return virtualMachine(vmId, await session.read('infrastructure', request, vmSchema));
  } catch (error) {
    if (!isVmUnknown(error)) throw error;
    throw new NotReadyError(`virtual machine ${vmId} no longer exists`, { cause: error });
  }
};

/**
 * An update merges, so what it leaves out would stay: it is removed first. Does not configure the remaining machines: the
 * update that follows does.
 */
const removeVms = async (session: Session, id: string, vmIds: readonly string[]): Promise<void> => {
  const list = vmIds.map(encodeURIComponent).join(',');
  try {
    const request = { method: 'DELETE', path: path(id, `/vms/${list}?context=false`) } as const;
    await session.send('infrastructure', { ...request, deadlineMs: cloudMs });
  } catch (error) {
    if (!isVmUnknown(error)) throw error;
    throw new NotReadyError(`one of the virtual machines ${list} no longer exists`, { cause: error });
  }
};

const operate = async (session: Session, path: string): Promise<void> => {
  await session.send('infrastructure', { method: 'PUT', path, deadlineMs: cloudMs });
};

const destroy = async (session: Session, id: string, { wait } = { wait: false }): Promise<void> => {
  const request = { method: 'DELETE', path: path(id, wait ? '' : '?async=true') } as const;
  try {
    await session.send('infrastructure', { ...request, ...(wait && { deadlineMs: destroyMs }) });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
};
