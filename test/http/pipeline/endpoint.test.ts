import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import type { Deployments } from '../../../src/domain/deployments/record/ports.ts';
import { ConflictError } from '../../../src/foundation/errors.ts';
import { entity, noContent, ok, text } from '../../../src/http/pipeline/answer.ts';
import { deploymentEndpoint, endpoint, publicEndpoint } from '../../../src/http/pipeline/endpoint.ts';
import { call, callers, context, event } from '../requests.ts';
import { id, sampleDeployment } from '../samples.ts';

const ports = { callers, publicBaseUrl: undefined };
const echo = endpoint(
  {},
  () =>
    async ({ caller, links }) =>
      ok({ subject: caller.subject, base: links.base }),
)(ports);

const deploymentsWith = (...all: Deployment[]) =>
  ({ find: async (wanted: string) => all.find((one) => one.id === wanted) }) as unknown as Deployments;

const lines = (log: { readonly mock: { readonly calls: readonly unknown[][] } }) =>
  log.mock.calls.map(([line]) => JSON.parse(String(line)));

describe('the stack', () => {
  it('answers JSON with a request id, and forbids caches to keep it', async () => {
    const answer = await call(echo, { as: 'olga' });
    expect(answer).toMatchObject({
      status: 200,
      json: { subject: 'olga', base: 'https://api.example/prod' },
      headers: {
        'Content-Type': 'application/json;charset=UTF-8',
        'X-Request-ID': 'r-1',
        'Cache-Control': 'no-store',
      },
    });
  });

  it('answers text with its type whatever Accept says', async () => {
    const route = publicEndpoint({}, () => async () => text('é'))(ports);
    const answer = await call(route, { headers: { Accept: 'application/json' } });
    expect(answer).toMatchObject({ status: 200, body: 'é', headers: { 'Content-Type': 'text/plain;charset=UTF-8' } });
  });

  it('answers 204 with a truly empty body and no type', async () => {
    const answer = await call(publicEndpoint({}, () => async () => noContent)(ports));
    expect(answer).toMatchObject({ status: 204, body: '' });
    expect(answer.headers).not.toHaveProperty('Content-Type');
  });

  it('answers HEAD as GET, without the body', async () => {
    const route = publicEndpoint({}, () => async () => entity({ a: 1 }))(ports);
    const [read, head] = await Promise.all(['GET', 'HEAD'].map((method) => call(route, { method })));
    expect(head).toMatchObject({ status: 200, body: '', headers: read?.headers });
    const headers = { 'If-None-Match': String(read?.headers['ETag']) };
    expect((await call(route, { method: 'HEAD', headers })).status).toBe(304);
  });

  it('lets a page of the configured origin read answers and refusals', async () => {
    const origin = 'https://dashboard.example.org';
    const handler = endpoint({}, () => async () => noContent)({ ...ports, corsOrigin: origin });
    for (const sent of [{ as: 'olga' as const }, {}]) {
      const { headers } = await call(handler, sent);
      expect(headers).toMatchObject({
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': expect.stringContaining('ETag'),
      });
    }
    expect((await call(echo, { as: 'olga' })).headers).not.toHaveProperty('Access-Control-Allow-Origin');
  });

  it('takes an Authorization header of any case, its blank left out', async () => {
    for (const headers of [{ authorization: 'bearer olga' }, { AUTHORIZATION: 'BEARERolga' }])
      expect((await call(echo, { headers })).status).toBe(200);
  });

  it('logs one line a request with its ids, without token, query or body', async () => {
    const log = vi.spyOn(console, 'log');
    const route = deploymentEndpoint('see', {}, () => async () => ok({ inside: 'body' }));
    const handler = route({ ...ports, deployments: deploymentsWith(sampleDeployment()) });
    await call(handler, { as: 'olga', resource: '/deployments/{deployment_id}', path: { deployment_id: id(1) } });
    expect(lines(log)).toEqual([
      {
        level: 'INFO',
        message: 'request',
        requestId: 'r-1',
        deploymentId: id(1),
        operationId: sampleDeployment().operation.id,
        method: 'GET',
        route: '/deployments/{deployment_id}',
        status: 200,
        durationMs: expect.any(Number),
      },
    ]);
  });

  it('logs of a refusal only its name, since its message may quote the client', async () => {
    const log = vi.spyOn(console, 'log');
    const answer = await call(echo, { headers: { Authorization: 'Bearer s3cret' }, query: { createdBy: 'olga' } });
    expect(answer.status).toBe(401);
    expect(lines(log)).toMatchObject([{ level: 'INFO', status: 401, error: { name: 'UnauthenticatedError' } }]);
    expect(JSON.stringify(log.mock.calls)).not.toMatch(/s3cret|olga/);
  });

  it('logs the reason of a 500, and tells the client only the request id', async () => {
    const log = vi.spyOn(console, 'log');
    const route = publicEndpoint({}, () => async () => {
      throw new TypeError('the inner reason');
    });
    const answer = await call(route(ports));
    expect(answer.json).toEqual({ code: 500, title: 'Internal Server Error', message: expect.stringContaining('r-1') });
    expect(answer.body).not.toContain('inner reason');
    expect(lines(log)).toMatchObject([{ level: 'ERROR', status: 500, error: { detail: 'the inner reason' } }]);
  });

  it('answers 503 in its own shape shortly before Lambda would cut it off', async () => {
    const route = publicEndpoint({}, () => () => new Promise(() => undefined))(ports);
    const result = await route(event(), { ...context, getRemainingTimeInMillis: () => 501 });
    expect(result.statusCode).toBe(503);
    expect(result.headers).toHaveProperty('Retry-After');
  });
});

describe('the order of checks', () => {
  const query = v.object({ size: v.pipe(v.string(), v.transform(Number), v.number('must be a number')) });
  const route = deploymentEndpoint('change', { query }, () => async () => {
    throw new ConflictError('not now');
  });
  const handler = route({
    ...ports,
    deployments: deploymentsWith(sampleDeployment({ userGroup: 'physics' })),
  });
  const known = { deployment_id: id(1) };
  const bad = { size: 'x' };

  it.each([
    ['401 first', { path: { deployment_id: 'unknown' }, query: bad }, 401],
    ['then 404 for what is not there', { as: 'olga', path: { deployment_id: id(2) }, query: bad }, 404],
    ['404 too for what one may not know of', { as: 'otto', path: known, query: bad }, 404],
    ['then 403', { as: 'mia', path: known, query: bad }, 403],
    ['then 400', { as: 'olga', path: known, query: bad }, 400],
    ['then 409', { as: 'olga', path: known, query: { size: '1' } }, 409],
  ] as const)('is %s', async (_, sent, status) => {
    expect((await call(handler, sent)).status).toBe(status);
  });

  it('gives the same answer for what is not there and for what one may not know of', async () => {
    const absent = await call(handler, { as: 'otto', path: { deployment_id: id(2) } });
    const hidden = await call(handler, { as: 'otto', path: known });
    expect(hidden.json.message).toBe(absent.json.message.replace(id(2), id(1)));
  });
});
