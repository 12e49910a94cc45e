/** The service's interface as the demo needs it (interface.md). */

import { z } from 'zod';
import { DemoError, messageOf } from './error.ts';

const deployment = z.object({
  uuid: z.string(),
  status: z.string(),
  statusReason: z.string().optional(),
  task: z.string(),
  outputs: z.record(z.string(), z.json()),
});
export type DeploymentView = z.infer<typeof deployment>;

const resource = z.object({
  uuid: z.string(),
  state: z.string(),
  toscaNodeName: z.string(),
  toscaNodeType: z.string(),
  metadata: z.record(z.string(), z.string()).default({}),
});
export type ResourceView = z.infer<typeof resource>;

const resources = z.object({ content: z.array(resource).default([]) });
const refusal = z.object({ message: z.string() });

export interface Api {
  create(template: string, parameters: Record<string, unknown>): Promise<DeploymentView>;
  /** undefined once it is gone */
  find(id: string): Promise<DeploymentView | undefined>;
  resources(id: string): Promise<readonly ResourceView[]>;
  log(id: string): Promise<string>;
  /** Asks for it; gone already is fine. */
  remove(id: string): Promise<void>;
}

async function textOf(response: Response, path: string): Promise<string> {
  const text = await response.text();
  if (response.ok) return text;
  const said = refusal.safeParse(parse(text)).data?.message ?? text.slice(0, 200);
  throw new DemoError(`${path} answered ${response.status}: ${said}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A client; throws DemoError for every answer that is not what was asked for, and when `signal` aborts. */
export function apiOf(base: string, token: string, signal: AbortSignal): Api {
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${base}${path}`, { signal, ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } }).catch(
      (cause: unknown) => {
        throw signal.aborted
          ? cause
          : new DemoError(`the service at ${base} does not answer: ${messageOf(cause)}`, { cause });
      },
    );
  const read = async (path: string): Promise<string | undefined> => {
    const response = await send(path);
    return response.status === 404 ? undefined : textOf(response, path);
  };
  return {
    async create(template, parameters) {
      const init = {
        method: 'POST',
        body: JSON.stringify({ template, parameters }),
        headers: { 'content-type': 'application/json' },
      };
      return deployment.parse(parse(await textOf(await send('/deployments', init), '/deployments')));
    },
    async find(id) {
      const text = await read(`/deployments/${id}`);
      return text === undefined ? undefined : deployment.parse(parse(text));
    },
    async resources(id) {
      const text = await read(`/deployments/${id}/resources?size=100&sort=createdAt,asc`);
      return text === undefined ? [] : resources.parse(parse(text)).content;
    },
    log: async (id) => (await read(`/deployments/${id}/log`)) ?? '',
    async remove(id) {
      const response = await send(`/deployments/${id}`, { method: 'DELETE' });
      if (response.status !== 404) await textOf(response, `/deployments/${id}`);
    },
  };
}
