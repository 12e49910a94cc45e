/** A scripted Infrastructure Manager that lives by the test's clock and behaves as im-api.md says. */

import {
  NotFoundError,
  NotReadyError,
  ProviderFailedError,
  ProviderUnavailableError,
} from '../../../src/domain/errors.ts';
import type {
  InfrastructureManager,
  InfrastructureState,
  InfrastructureStatus,
  VirtualMachine,
} from '../../../src/domain/providers/ports.ts';
import type { Json } from '../../../src/domain/tosca/topology.ts';

/** How one cloud behaves; empty: everything works, within `bootSeconds`. */
export interface Behaviour {
  /** refuse: a 4xx on create; down: nobody answers; lose: it is made and the answer is lost; the others: what becomes of it */
  create?: 'refuse' | 'down' | 'lose' | 'fail' | 'unconfigured' | 'launch-nothing' | 'never-ready';
  destroy?: 'refuse' | 'fail-silently' | 'down';
  /** from creation to `configured`; default 20 */
  bootSeconds?: number;
  /** launching takes this long, and is not to be disturbed; default 5 */
  addingSeconds?: number;
  /** every call fails while the clock is within */
  outage?: { from: number; to: number };
  /** outputs are null for so long after `configured` */
  addressSeconds?: number;
}

export interface Infrastructure {
  readonly id: string;
  readonly providerId: string;
  readonly name: string;
  readonly template: string;
  readonly madeAt: number;
  destroyedAt?: number;
}

/** Seconds from asking for destruction to being gone, or being back. */
const destroySeconds = 4;

export class Clouds implements InfrastructureManager {
  readonly made: Infrastructure[] = [];
  readonly behaviours = new Map<string, Behaviour>();
  readonly #now: () => Date;
  nodes: readonly string[] = ['web', 'db'];
  outputsWhenReady: { readonly [name: string]: Json } = { url: 'http://192.0.2.10/' };

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** What exists now, also what is on its way out. */
  get standing(): readonly Infrastructure[] {
    return this.made.filter((one) => !this.#isGone(one));
  }

  set(providerId: string, behaviour: Behaviour): void {
    this.behaviours.set(providerId, behaviour);
  }

  async create(providerId: string, template: string): Promise<string> {
    const { create } = this.#reach(providerId);
    if (create === 'refuse') throw new ProviderFailedError(`${providerId} has no such image`);
    if (create === 'down') throw new ProviderUnavailableError(`${providerId} answered 502`);
    const name = /toscanini-[\w-]+/.exec(template)?.[0] ?? '';
    const id = `inf-${this.made.length + 1}`;
    this.made.push({ id, providerId, name, template, madeAt: this.#seconds() });
    if (create === 'lose') {
      this.set(providerId, { ...this.#of(providerId), create: undefined as never });
      throw new ProviderUnavailableError('the connection was cut off');
    }
    return id;
  }

  async find(providerId: string, name: string): Promise<string | undefined> {
    this.#reach(providerId);
    return this.standing.find((one) => one.providerId === providerId && one.name === name)?.id;
  }

  async status(providerId: string, id: string): Promise<InfrastructureStatus> {
    this.#reach(providerId);
    const one = this.#get(id);
    const state = this.#state(one);
    const launched = state !== 'pending' || (this.#age(one) > 2 && this.#of(providerId).create !== 'launch-nothing');
    return { state, vms: launched ? Object.fromEntries(this.nodes.map((_, vm) => [`${vm}`, state])) : {} };
  }

  async virtualMachines(providerId: string, id: string, vmIds: readonly string[]): Promise<readonly VirtualMachine[]> {
    this.#reach(providerId);
    const state = this.#state(this.#get(id));
    return vmIds.map((vm) => {
      const node = this.nodes[Number(vm)] ?? 'unknown';
      return { id: vm, node, state, properties: [{ class: 'system', id: node, state }] };
    });
  }

  async outputs(providerId: string, id: string): Promise<{ readonly [name: string]: Json }> {
    const { addressSeconds = 0, bootSeconds = 20 } = this.#reach(providerId);
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

  async destroy(providerId: string, id: string): Promise<void> {
    const { destroy } = this.#reach(providerId);
    if (destroy === 'down') throw new ProviderUnavailableError(`${providerId} answered 503`);
    if (destroy === 'refuse') throw new ProviderFailedError(`${providerId}: quota of deletions exceeded`);
    const one = this.made.find((other) => other.id === id);
    if (!one || this.#isGone(one)) return;
    if (this.#state(one) === 'pending' && this.#age(one) < (this.#of(providerId).addingSeconds ?? 5)) {
      throw new NotReadyError('409: invalid state to perform this operation');
    }
    one.destroyedAt ??= this.#seconds();
  }

  #seconds = (): number => this.#now().getTime() / 1000;
  #of = (providerId: string): Behaviour => this.behaviours.get(providerId) ?? {};
  #age = (one: Infrastructure): number => this.#seconds() - one.madeAt;

  #reach(providerId: string): Behaviour {
    const behaviour = this.#of(providerId);
    const { from, to } = behaviour.outage ?? { from: 0, to: 0 };
    if (this.#seconds() >= from && this.#seconds() < to) throw new ProviderUnavailableError(`${providerId} is down`);
    return behaviour;
  }

  #get(id: string): Infrastructure {
    const one = this.made.find((other) => other.id === id);
    if (one && !this.#isGone(one)) return one;
    throw new NotFoundError('invalid infrastructure ID or access not granted');
  }

  #isGone({ destroyedAt, providerId }: Infrastructure): boolean {
    if (destroyedAt === undefined || this.#of(providerId).destroy === 'fail-silently') return false;
    return this.#seconds() - destroyedAt >= destroySeconds;
  }

  #state(one: Infrastructure): InfrastructureState {
    if (one.destroyedAt !== undefined && this.#seconds() - one.destroyedAt < destroySeconds) return 'deleting';
    const { create, bootSeconds = 20, addingSeconds = 5 } = this.#of(one.providerId);
    if (create === 'launch-nothing' || this.#age(one) < addingSeconds) return 'pending';
    if (create === 'never-ready' || this.#age(one) < bootSeconds) return 'running';
    if (create === 'fail') return 'failed';
    return create === 'unconfigured' ? 'unconfigured' : 'configured';
  }
}
