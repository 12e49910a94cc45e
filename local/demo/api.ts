/** The part of the service's API that the demo needs (docs/contract/api.md). */

import * as v from 'valibot';
import { conform, examine } from '../../src/foundation/shape/examine.ts';
import { json, objectOf, recordOf } from '../../src/foundation/shape/schemas.ts';
import { DemoError, messageOf } from './error.ts';

const deployment = v.object({
  uuid: v.string(),
  status: v.string(),
  statusReason: v.optional(v.string()),
  task: v.string(),
  outputs: recordOf(v.string(), json),
});
export type DeploymentView = v.InferOutput<typeof deployment>;

const resource = v.object({
  uuid: v.string(),
  state: v.string(),
  toscaNodeName: v.string(),
  toscaNodeType: v.string(),
  metadata: v.optional(recordOf(v.string(), v.string()), {}),
});
export type ResourceView = v.InferOutput<typeof resource>;

const attempt = v.object({ cloudProviderName: v.string(), state: v.string(), reason: v.optional(v.string()) });
export type AttemptView = v.InferOutput<typeof attempt>;

const attempts = objectOf({ content: v.optional(v.array(attempt), []) });
const resources = objectOf({ content: v.optional(v.array(resource), []) });
const refusal = v.object({ message: v.string() });

export interface Api {
  create(template: string, parameters: Record<string, unknown>): Promise<DeploymentView>;
  /** undefined when it is gone */
  find(id: string): Promise<DeploymentView | undefined>;
  resources(id: string): Promise<readonly ResourceView[]>;
  /** oldest first */
  attempts(id: string): Promise<readonly AttemptView[]>;
  log(id: string): Promise<string>;
  /** Requests the deletion; a deployment that is already gone is no error. */
  remove(id: string): Promise<void>;
}

async function textOf(response: Response, path: string): Promise<string> {
  const text = await response.text();
  if (response.ok) return text;
  const refused = examine(refusal, parse(text));
  const said = refused.ok ? refused.value.message : text.slice(0, 200);
  throw new DemoError(`${path} answered ${response.status}: ${said}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A client. Throws DemoError for every unexpected answer, and when `signal` aborts. */
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
      return conform(deployment, parse(await textOf(await send('/deployments', init), '/deployments')));
    },
    async find(id) {
      const text = await read(`/deployments/${id}`);
      return text === undefined ? undefined : conform(deployment, parse(text));
    },
    async resources(id) {
      const text = await read(`/deployments/${id}/resources?size=100&sort=createdAt,asc`);
      return text === undefined ? [] : conform(resources, parse(text)).content;
    },
    async attempts(id) {
      const text = await read(`/deployments/${id}/attempts?size=100&sort=createdAt,asc`);
      return text === undefined ? [] : conform(attempts, parse(text)).content;
    },
    log: async (id) => (await read(`/deployments/${id}/log`)) ?? '',
    async remove(id) {
      const response = await send(`/deployments/${id}`, { method: 'DELETE' });
      if (response.status !== 404) await textOf(response, `/deployments/${id}`);
    },
  };
}
