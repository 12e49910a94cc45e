import type { Behaviour } from './cloud-behaviour.ts';
/** A scripted Infrastructure Manager that lives by the test's clock: docs/contract/infrastructure-manager.md. */

import type {
  InfrastructureState,
  InfrastructureStatus,
  VirtualMachine,
} from '../../../src/domain/deployers/machines.ts';
import type { Configuration } from '../../../src/domain/deployers/ports.ts';
import {
  NotFoundError,
  NotReadyError,
  ProviderFailedError,
  ProviderUnavailableError,
} from '../../../src/foundation/errors.ts';
import type { Json } from '../../../src/tosca/topology.ts';
import { documentOf, merged, sizeIn, wantedIn } from './cloud-documents.ts';
import { aggregate, type Machine, machineState } from './cloud-machines.ts';

export interface Infrastructure {
  readonly id: string;
  readonly providerId: string;
  readonly name: string;
  readonly template: string;
  readonly madeAt: number;
  /** the template, with all updates merged into it */
  document: ReturnType<typeof documentOf>;
  readonly machines: Machine[];
  destroyedAt?: number;
  /** it is written back from then on */
  backAt?: number;
}

export class Clouds {
  readonly made: Infrastructure[] = [];
  readonly behaviours = new Map<string, Behaviour>();
  /** of every cloud, as far as its own behaviour does not say otherwise */
  usual: Behaviour = {};
  readonly #now: () => Date;
  /** what was sent to be merged, and what machines were told, in order */
  readonly updates: string[] = [];
  readonly operated: string[] = [];
  /** ids whose destruction was asked for, each time */
  readonly destroyed: string[] = [];
  /** ids of machines that were to be altered, in order */
  readonly altered: string[] = [];
  /** ids of machines whose software was to run, for each call */
  readonly reconfigured: string[] = [];
  readonly configured: { readonly id: string; readonly since: string }[] = [];
  outputsWhenReady: { readonly [name: string]: Json } = { url: 'http://192.0.2.10/' };

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** What exists now, also what is on its way out. */
  get standing(): readonly Infrastructure[] {
    return this.made.filter((one) => one.madeAt <= this.#seconds() && !this.#isGone(one));
  }

  set(providerId: string, behaviour: Behaviour): void {
    this.behaviours.set(providerId, behaviour);
  }

  async create(providerId: string, template: string): Promise<string> {
    const { create } = this.#reach(providerId);
    if (create === 'refuse') throw new ProviderFailedError(`${providerId} has no such image`);
    if (create === 'down') throw new ProviderUnavailableError(`${providerId} answered 502`);
    const late = create === 'late' ? (this.#of(providerId).lateSeconds ?? 45) : 0;
    const name = /toscanini-[\w-]+/.exec(template)?.[0] ?? '';
    const id = `inf-${this.made.length + 1}`;
    const document = documentOf(template);
    const one = { id, providerId, name, template, madeAt: this.#seconds() + late, document, machines: [] };
    this.made.push(one);
    this.#launch(one, false);
    if (create === 'lose' || create === 'late') {
      this.#forgetFault(providerId, 'create');
      throw new ProviderUnavailableError('the connection was cut off');
    }
    return id;
  }

  async find(providerId: string, name: string): Promise<string | undefined> {
    this.#reach(providerId);
    return this.standing.find((one) => one.providerId === providerId && one.name === name)?.id;
  }

  async list(providerId: string): Promise<readonly string[]> {
    this.#reach(providerId);
    return this.standing.filter((one) => one.providerId === providerId).map(({ id }) => id);
  }

  async names(_: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return new Map(this.standing.filter(({ id }) => ids.includes(id)).map(({ id, name }) => [id, name]));
  }

  async status(providerId: string, id: string): Promise<InfrastructureStatus> {
    this.#reach(providerId);
    const one = this.#get(id);
    const state = this.#state(one);
    const launched = state !== 'pending' || (this.#age(one) > 2 && this.#of(providerId).create !== 'launch-nothing');
    const machines = launched ? this.#live(one) : [];
    return { state, vms: Object.fromEntries(machines.map((vm) => [vm.id, this.#machineState(one, vm)])) };
  }

  async virtualMachines(providerId: string, id: string, vmIds: readonly string[]): Promise<readonly VirtualMachine[]> {
    this.#reach(providerId);
    const one = this.#get(id);
    const machines = this.#live(one).filter((vm) => vmIds.includes(vm.id));
    return machines.map((vm) => this.#shown(one, vm));
  }

  async alter(providerId: string, id: string, vmId: string, template: string): Promise<VirtualMachine> {
    const { alter } = this.#reach(providerId);
    const one = this.#get(id);
    const machine = this.#live(one).find((vm) => vm.id === vmId);
    if (!machine) throw new NotReadyError('Invalid VM ID');
    this.altered.push(vmId);
    if (alter === 'refuse') throw new ProviderFailedError(`${providerId}: not supported`);
    if (alter !== 'ignore') machine.size = { ...machine.size, ...sizeIn(documentOf(template), machine.node) };
    if (alter === 'lose') this.#forgetFault(providerId, 'alter');
    if (alter === 'lose') throw new ProviderUnavailableError('the connection was cut off');
    return this.#shown(one, machine);
  }

  #shown(one: Infrastructure, { id, node, size, ...vm }: Machine): VirtualMachine {
    const state = this.#machineState(one, { id, node, size, ...vm });
    const { cpus, gigabytes } = size;
    const known = {
      ...(cpus !== undefined && { 'cpu.count': cpus }),
      ...(gigabytes !== undefined && { 'memory.size': gigabytes * 1e9 }),
    };
    return { id, node, state, properties: [{ class: 'system', id: node, state, ...known }] };
  }

  /** A removal comes first, and waits for nothing; new VMs take their time. */
  async update(providerId: string, id: string, template: string, { configure } = { configure: true }): Promise<void> {
    const { update } = this.#reach(providerId);
    const one = this.#get(id);
    this.updates.push(template);
    if (update === 'refuse') throw new ProviderFailedError(`${providerId}: quota exceeded`);
    if (update === 'lose-call') this.#forgetFault(providerId, 'update');
    if (update === 'lose-call') throw new ProviderUnavailableError('the connection was refused');
    if (one.destroyedAt !== undefined) throw new ProviderFailedError('Deleted VM.');
    one.document = merged(one.document, documentOf(template)) as typeof one.document;
    this.#launch(one, true, configure);
    if (update !== 'lose') return;
    this.#forgetFault(providerId, 'update');
    throw new ProviderUnavailableError('the connection was cut off');
  }

  async removeVirtualMachines(providerId: string, id: string, vmIds: readonly string[]): Promise<void> {
    const { remove } = this.#reach(providerId);
    if (remove === 'refuse') throw new ProviderFailedError(`${providerId}: the machine is locked`);
    const machines = vmIds.map((vmId) => this.#live(this.#get(id)).find((vm) => vm.id === vmId));
    if (machines.includes(undefined)) throw new NotReadyError('one of them no longer exists');
    for (const machine of machines) if (machine) machine.removed = true;
  }

  async operate(providerId: string, id: string, vmId: string, action: 'start' | 'stop'): Promise<void> {
    const { power } = this.#reach(providerId);
    if (power === 'refuse') throw new ProviderFailedError(`${providerId}: the machine is locked`);
    const machine = this.#live(this.#get(id)).find((vm) => vm.id === vmId);
    if (!machine) throw new NotFoundError('Invalid VM ID');
    this.operated.push(`${action} ${vmId}`);
    machine.power = { to: action, at: this.#seconds() };
  }

  async reconfigure(providerId: string, id: string, vmIds: readonly string[]): Promise<void> {
    const { reconfigure } = this.#reach(providerId);
    this.reconfigured.push(vmIds.join(' '));
    for (const vm of this.#live(this.#get(id))) if (vmIds.includes(vm.id)) vm.configuredAt = this.#seconds();
    if (reconfigure !== 'lose') return;
    this.#forgetFault(providerId, 'reconfigure');
    throw new ProviderUnavailableError('the connection was cut off');
  }

  /** The answers of this behaviour, one for each look; then `done`. */
  async configure(providerId: string, id: string, options: { readonly since: string }): Promise<Configuration> {
    const { configurations = [] } = this.#reach(providerId);
    const times = this.configured.push({ id: this.#get(id).id, ...options });
    return configurations[times - 1] ?? { is: 'done' };
  }

  async outputs(providerId: string, id: string): Promise<{ readonly [name: string]: Json }> {
    const { addressSeconds = 0, bootSeconds = 20, outputs } = this.#reach(providerId);
    if (outputs === 'refuse') throw new ProviderFailedError(`${providerId}: no such attribute`);
    if (outputs === 'down') throw new ProviderUnavailableError(`${providerId} answered 500 to outputs`);
    const known = this.#age(this.#get(id)) >= bootSeconds + addressSeconds;
    if (known) return this.outputsWhenReady;
    return Object.fromEntries(Object.keys(this.outputsWhenReady).map((name) => [name, null]));
  }

  async log(providerId: string, id: string): Promise<string> {
    this.#reach(providerId);
    const state = this.#state(this.#get(id));
    return state === 'pending'
      ? ''
      : `VM 0 of ${id}: launched\n${state === 'running' ? '' : `VM 0 of ${id}: ${state}\n`}`;
  }

  async destroy(providerId: string, id: string, { wait }: { readonly wait: boolean } = { wait: false }): Promise<void> {
    const { destroy, backSeconds = 60, destroySeconds = 4 } = this.#reach(providerId);
    this.destroyed.push(id);
    if (destroy === 'down') throw new ProviderUnavailableError(`${providerId} answered 503`);
    if (destroy === 'refuse-once') this.#forgetFault(providerId, 'destroy');
    if (destroy?.startsWith('refuse')) throw new ProviderFailedError(`${providerId}: quota of deletions exceeded`);
    if (destroy === 'fail-silently' && wait) throw new ProviderFailedError(`${providerId}: the volume is in use`);
    const one = this.standing.find((other) => other.id === id);
    if (!one) return;
    if (this.#state(one) === 'pending' && this.#age(one) < (this.#of(providerId).addingSeconds ?? 5)) {
      throw new NotReadyError('409: invalid state to perform this operation');
    }
    if (one.backAt !== undefined && one.backAt <= this.#seconds()) {
      one.destroyedAt = this.#seconds();
      delete one.backAt;
    } else if (one.destroyedAt === undefined) {
      one.destroyedAt = this.#seconds();
      if (destroy === 'write-back') one.backAt = one.destroyedAt + destroySeconds + backSeconds;
    }
  }

  #seconds = (): number => this.#now().getTime() / 1000;
  #of = (providerId: string): Behaviour => ({ ...this.usual, ...this.behaviours.get(providerId) });
  #destroySeconds = (providerId: string): number => this.#of(providerId).destroySeconds ?? 4;
  #age = (one: Infrastructure): number => this.#seconds() - one.madeAt;

  #reach(providerId: string): Behaviour {
    const behaviour = this.#of(providerId);
    const { from, to, refusing } = behaviour.outage ?? { from: 0, to: 0 };
    if (this.#seconds() < from || this.#seconds() >= to) return behaviour;
    if (!refusing) throw new ProviderUnavailableError(`${providerId} is down`);
    throw new ProviderUnavailableError('the password is wrong', { outageCause: 'credentials-refused' });
  }

  #forgetFault(providerId: string, fault: 'create' | 'update' | 'alter' | 'destroy' | 'reconfigure'): void {
    const { [fault]: _, ...rest } = this.#of(providerId);
    this.set(providerId, rest);
  }

  /** Wanted minus existing, for each node; surplus goes, oldest first. */
  #launch(one: Infrastructure, added: boolean, configure = true): void {
    for (const [node, wanted] of wantedIn(one.document)) {
      const live = this.#live(one).filter((vm) => vm.node === node);
      for (const vm of live.slice(0, Math.max(0, live.length - wanted))) vm.removed = true;
      for (let count = live.length; count < wanted; count += 1) {
        const size = sizeIn(one.document, node);
        const machine: Machine = { id: `${one.machines.length}`, node, madeAt: this.#seconds(), added, size };
        one.machines.push(configure ? machine : { ...machine, configuredAt: 'never' });
      }
    }
  }

  #live = (one: Infrastructure): readonly Machine[] => one.machines.filter(({ removed }) => removed === undefined);
  #machineState = (one: Infrastructure, vm: Machine): InfrastructureState =>
    machineState(vm, this.#of(one.providerId), this.#seconds());

  #get(id: string): Infrastructure {
    const one = this.standing.find((other) => other.id === id);
    if (one) return one;
    throw new NotFoundError('invalid infrastructure ID or access not granted');
  }

  #isGone({ destroyedAt, backAt, providerId }: Infrastructure): boolean {
    if (destroyedAt === undefined || this.#of(providerId).destroy === 'fail-silently') return false;
    if (backAt !== undefined && backAt <= this.#seconds()) return false;
    return this.#seconds() - destroyedAt >= this.#destroySeconds(providerId);
  }

  #state(one: Infrastructure): InfrastructureState {
    if (this.#seconds() - (one.destroyedAt ?? 0) < this.#destroySeconds(one.providerId)) return 'deleting';
    return aggregate(this.#live(one).map((vm) => this.#machineState(one, vm)));
  }
}
