/** A sandbox on free ports with a clock that only tests move, and a client of its Infrastructure Manager. */

import type { Sandbox } from '../../../local/sandbox/sandbox.ts';
import { type SandboxOptions, startSandbox } from '../../../local/sandbox/start.ts';

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly infrastructureId: string;
  /** the body as JSON, undefined when it is none */
  readonly json: unknown;
}

export interface Wish {
  readonly body?: string;
  readonly headers?: Record<string, string>;
  /** authorization lines; null for no header at all */
  readonly lines?: readonly Record<string, string>[] | string | null;
}

type Client = (method: string, path: string, wish?: Wish) => Promise<Answer>;

export const alice = { type: 'InfrastructureManager', username: 'alice', password: 'secret' };
export const bob = { type: 'InfrastructureManager', username: 'bob', password: 'secret' };

/** The line of a cloud as the service sends it: its configuration with its secret merged in. */
export function cloudLine(sandbox: Sandbox, id: string): Record<string, string> {
  const provider = sandbox.providers.find((candidate) => candidate.id === id);
  if (!provider) throw new Error(`no provider ${id}`);
  return { ...provider.credentials, ...sandbox.secrets[provider.secret ?? ''] };
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

function clientOf(sandbox: Sandbox): Client {
  return async (method, path, { body, headers, lines = [alice, cloudLine(sandbox, 'sandbox-a')] } = {}) => {
    const authorization = typeof lines === 'string' ? lines : JSON.stringify(lines);
    const response = await fetch(`${sandbox.imUrl}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'text/yaml' }),
        ...(lines === null ? {} : { authorization }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
    return {
      status: response.status,
      type,
      text,
      infrastructureId: response.headers.get('infid') ?? '',
      json: parsed(text),
    };
  };
}

export interface TestSandbox {
  readonly sandbox: Sandbox;
  readonly call: Client;
  /** lets seconds go by */
  pass(seconds: number): void;
  /** creates asynchronously and answers the id */
  create(template: string, wish?: Wish): Promise<string>;
  /** `state` and `vm_states` of an infrastructure */
  state(id: string): Promise<unknown>;
  fault(cloud: string, changes: object): Promise<Answer>;
}

export async function testSandbox(options: SandboxOptions = {}): Promise<TestSandbox> {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const clock = { now: () => new Date(now) };
  const sandbox = await startSandbox({ imPort: 0, issuerPort: 0, clock, ...options });
  const call = clientOf(sandbox);
  return {
    sandbox,
    call,
    pass: (seconds) => {
      now += seconds * 1000;
    },
    create: async (template, wish) =>
      (await call('POST', '/infrastructures?async=true', { body: template, ...wish })).infrastructureId,
    state: async (id) => (await call('GET', `/infrastructures/${id}/state`)).json,
    fault: (cloud, changes) => call('PUT', `/_sandbox/clouds/${cloud}`, { body: JSON.stringify(changes) }),
  };
}

/** What `GET /infrastructures/{id}/state` says. */
export const states = (state: string, vm_states: Record<string, string>): unknown => ({ state: { state, vm_states } });
