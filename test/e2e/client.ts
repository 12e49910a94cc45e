import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { conform } from '../../src/foundation/shape/examine.ts';
import { recordOf } from '../../src/foundation/shape/schemas.ts';
import { until } from './checks.ts';
import { unlessReset } from './unless-reset.ts';

const deployment = v.looseObject({
  uuid: v.string(),
  status: v.string(),
  statusReason: v.optional(v.string()),
  outputs: recordOf(v.string(), v.unknown()),
});
export type DeploymentView = v.InferOutput<typeof deployment>;

const page = v.looseObject({ content: v.array(v.looseObject({ uuid: v.string() })) });

const resources = v.looseObject({
  content: v.array(
    v.looseObject({
      uuid: v.string(),
      toscaNodeName: v.string(),
      state: v.string(),
      physicalId: v.optional(v.string()),
      metadata: recordOf(v.string(), v.string()),
    }),
  ),
});

const finding = v.looseObject({
  node: v.string(),
  is: v.string(),
  part: v.optional(v.string()),
  property: v.optional(v.string()),
});
export type Finding = v.InferOutput<typeof finding>;

const checks = v.looseObject({
  state: v.string(),
  last: v.optional(v.looseObject({ verdict: v.string(), why: v.optional(v.string()) })),
  findings: v.array(finding),
});
export type LastCheck = v.InferOutput<typeof checks>;

const rehearsal = v.looseObject({
  changes: v.array(v.looseObject({ node: v.string(), property: v.string(), how: v.string() })),
});

/**
 * What a client of the service does, over HTTP and with a token. A request whose answer has `Retry-After` is sent again
 * after that time, with the same Idempotency-Key, up to `tries` times in all: a busy machine answers
 * late. A request whose connection was reset is sent again too. Whoever follows many deployments at once asks after longer pauses, in milliseconds,
 * and waits longer, in seconds.
 */
export const client = (url: string, token: string, { tries = 1, pause = 100, seconds = 180 } = {}) => {
  const call = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      ...(tries > 1 && method !== 'GET' && { 'Idempotency-Key': randomUUID() }),
    };
    const send = () =>
      fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    let answer = await (tries > 1 ? unlessReset(send) : send());
    for (let made = 1; made < tries && answer.headers.has('Retry-After'); made += 1) {
      await sleep(Number(answer.headers.get('Retry-After')) * 1_000);
      answer = await unlessReset(send);
    }
    return answer;
  };
  const get = async (path: string): Promise<Response> => {
    const answer = await call('GET', path);
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const find = async (id: string): Promise<DeploymentView | undefined> => {
    const answer = await call('GET', `/deployments/${id}`);
    return answer.status === 404 ? undefined : conform(deployment, await answer.json());
  };
  /** the same as `check`, with the verdict */
  const checked = async (id: string): Promise<LastCheck> => {
    const asked = await call('POST', `/deployments/${id}/checks`);
    if (asked.status !== 202) throw new Error(`POST …/${id}/checks: ${asked.status} ${await asked.text()}`);
    return until(
      `the check of ${id} ends`,
      async () => {
        const seen = conform(checks, await (await get(`/deployments/${id}/checks`)).json());
        return seen.state === 'NONE' ? seen : undefined;
      },
      600,
      pause,
    );
  };
  return {
    find,
    create: async (body: unknown): Promise<DeploymentView> => {
      const answer = await call('POST', '/deployments', body);
      if (answer.status !== 201) throw new Error(`POST /deployments: ${answer.status} ${await answer.text()}`);
      return conform(deployment, await answer.json());
    },
    /** asks for the adoption of `<provider>/<infrastructure>` */
    adopt: async (what: string, body: unknown, { dryRun = false } = {}) => {
      const answer = await call('POST', `/deployments?adopt=${encodeURIComponent(what)}&dryRun=${dryRun}`, body);
      return { status: answer.status, told: conform(v.looseObject({}), await answer.json()) };
    },
    /** Follows it to the end of what it is doing. */
    settled: (id: string): Promise<DeploymentView> =>
      until(
        `deployment ${id} settles`,
        async () => {
          const seen = await find(id);
          return seen?.status.endsWith('_IN_PROGRESS') ? undefined : seen;
        },
        seconds,
        pause,
      ),
    update: (id: string, body: unknown): Promise<Response> => call('PUT', `/deployments/${id}`, body),
    /** what an update would do */
    dryRunUpdate: async (id: string, body: unknown) =>
      conform(rehearsal, await (await call('PUT', `/deployments/${id}?dryRun=true`, body)).json()),
    act: (id: string, resource: string, type: 'start' | 'stop'): Promise<Response> =>
      call('POST', `/deployments/${id}/resources/${resource}/actions`, { type }),
    checked,
    /** asks for a check, and waits for its end */
    check: async (id: string): Promise<readonly Finding[]> => (await checked(id)).findings,
    repair: (id: string, body: unknown = {}): Promise<Response> => call('POST', `/deployments/${id}/repair`, body),
    move: (id: string): Promise<Response> => call('POST', `/deployments/${id}/move`, {}),
    delete: (id: string): Promise<Response> => call('DELETE', `/deployments/${id}`),
    /** Follows a deletion until there is nothing to be found: what a provider brings back is destroyed again, with growing pauses. */
    gone: (id: string): Promise<true> =>
      until(
        `deployment ${id} is gone`,
        async () => {
          const seen = await find(id);
          if (seen?.status === 'DELETE_FAILED') throw new Error(`DELETE_FAILED: ${seen.statusReason}`);
          return seen === undefined ? true : undefined;
        },
        seconds,
        pause,
      ),
    /** The ids of the first page. */
    list: async (): Promise<string[]> =>
      conform(page, await (await get('/deployments')).json()).content.map(({ uuid }) => uuid),
    resources: async (id: string) =>
      conform(resources, await (await get(`/deployments/${id}/resources`)).json()).content,
    text: async (id: string, what: 'log' | 'extrainfo' | 'template'): Promise<string> =>
      (await get(`/deployments/${id}/${what}`)).text(),
  };
};
