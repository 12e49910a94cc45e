/** The deployment of one cell, and the service that it is made with. */

import type { Started } from './aws-stub.ts';
import type { Call } from './call.ts';
import { type Answer, aMinute, call, execute, told } from './client.ts';
import type { House } from './house.ts';
import type { Kind, Operation } from './kinds.ts';
import { type Service, serviceIn } from './service.ts';
import { sweepingIn } from './sweeping.ts';
import { templateOf, templateOfJobs } from './templates.ts';

export interface Cell {
  readonly call: Call;
  readonly kind: Kind;
  readonly operation: Operation;
}

export interface Resource {
  readonly uuid: string;
  readonly state: string;
  readonly metadata: { readonly [name: string]: string };
}

export class Subject {
  readonly house: House;
  readonly cell: Cell;
  readonly token: string;
  readonly history: string[] = [];
  readonly answers: string[] = [];
  /** how executions ended that did not succeed */
  readonly ends: string[] = [];
  id = '';
  resource = '';
  #astray = false;
  readonly #services = new Map<string, Service>();

  constructor(house: House, cell: Cell, token: string) {
    this.house = house;
    this.cell = cell;
    this.token = token;
  }

  /** From here on what takes no orders goes astray too. */
  goAstray(): void {
    this.#astray = true;
    const { receiver, server } = this.house;
    const { kind } = this.cell;
    const upstream = receiver.url;
    const direct = (need: Call['needs']) => (this.cell.call.needs === need ? kind : undefined);
    server.route('/hook', { kind: direct('callback'), upstream });
    server.route('/web.yaml', { kind: direct('import'), upstream });
  }

  /** Functions that take requests, and those that work, know nothing of each other; nor does either know what was before. */
  service(role: 'door' | 'work'): Service {
    const key = `${role} ${this.#astray}`;
    const known = this.#services.get(key) ?? this.#make();
    this.#services.set(key, known);
    return known;
  }

  #make(): Service {
    const { kind, call: of } = this.cell;
    const { server } = this.house;
    const typesAt = this.#astray && of.needs === 'import' && kind === 'refused' ? server.closed : server.url;
    const isDirect = of.needs === 'import' || of.needs === 'callback';
    const service = serviceIn(this.house, {
      typesAt: typesAt.href,
      deadlineMs: isDirect && kind === 'slow' && this.#astray ? 60 : 10_000,
      ...(of.deployer && { deployer: of.deployer }),
    });
    return service;
  }

  async ask(operation: Operation, type = 'stop'): Promise<Answer> {
    const { needs } = this.cell.call;
    const path = { deployment_id: this.id };
    const counts = needs === 'scale-in' ? [2, 1] : [1, 2];
    const wanted = (count = 1) => this.#body(count);
    const asked = {
      create: () => this.call('create', { body: wanted(counts[0]) }),
      update: () => this.call('update', { path, body: wanted(counts[1]) }),
      delete: () => this.call('remove', { path }),
      action: () => this.call('act', { path: { ...path, resource_id: this.resource }, body: { type } }),
    };
    const answer = await asked[operation]();
    if (operation === 'create' && answer.status < 300) this.id = (JSON.parse(answer.body) as { uuid: string }).uuid;
    return answer;
  }

  #body(count: number): object {
    const { needs } = this.cell.call;
    const { server } = this.house;
    if (this.cell.call.deployer === 'batch') return { template: templateOfJobs, parameters: {}, ...limits };
    const template = templateOf({
      count,
      ownAccount: needs === 'own-account',
      imported: needs === 'import',
      software: needs === 'software',
    });
    const base = this.cell.kind === 'refused' ? server.closed : server.url;
    const callback = needs === 'callback' && { callback: new URL('hook', base).href };
    return { template, parameters: {}, ...limits, ...callback };
  }

  async call(name: Parameters<typeof call>[1], asked: Omit<Parameters<typeof call>[2], 'token'>): Promise<Answer> {
    const answer = await call(this.service('door'), name, { ...asked, token: this.token });
    this.answers.push(answer.body);
    return answer;
  }

  /** Everything that was started, and what that starts; callbacks last. */
  async work(): Promise<void> {
    const { started } = this.house.aws;
    const failed: Started[] = [];
    for (let next = take(started); next !== undefined; next = take(started)) {
      const end = await execute(this.service('work'), next, this.history);
      const [, error = '', ...cause] = end.split(': ');
      if (end === 'SUCCEEDED') this.house.aws.end(next, end);
      else this.house.aws.end(next, 'FAILED', { error, cause: cause.join(': ') });
      if (end !== 'SUCCEEDED') {
        failed.push(next);
        this.ends.push(end);
      }
    }
    this.#failed.push(...failed);
  }

  /** Runs what was started up to the end of a step. It is left as it is: it runs on when work is done the next time. */
  async workUntil(step: string): Promise<void> {
    const { started } = this.house.aws;
    const [next] = started;
    if (next === undefined) throw new Error('nothing was started');
    await execute(this.service('work'), next, this.history, step);
  }

  readonly #failed: Started[] = [];

  /** What happens by itself once all is well again. */
  async recover(): Promise<void> {
    const service = { ...this.service('work'), ...sweepingIn(this.house, 1) };
    for (let minute = 0; minute < 5; minute += 1) {
      for (const failed of this.#failed.splice(0)) await told(service, failed);
      await aMinute(service);
      await this.work();
    }
  }

  async findResource(): Promise<Resource | undefined> {
    const { body } = await this.call('resources', { path: { deployment_id: this.id } });
    const [found] = (JSON.parse(body) as { content?: readonly Resource[] }).content ?? [];
    if (found) this.resource = found.uuid;
    return found;
  }
}

/**
 * What waits for a machine that is never read waits for twenty minutes at each provider. By default it would for ten days, which takes
 * thirty thousand requests.
 */
const limits = { providerTimeoutMins: 20 };

const take = (started: Started[]): Started | undefined => {
  const callbacks = started.findIndex(({ stateMachine }) => !stateMachine.endsWith('NOTIFY'));
  return started.splice(Math.max(0, callbacks), 1)[0];
};
