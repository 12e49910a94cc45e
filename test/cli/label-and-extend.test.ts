import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { exitCodes } from '../../cli/outcome.ts';
import { call } from './called.ts';
import { served } from './served.ts';

const deployment = '01980000-0000-7000-8000-000000000001';
const version = '"v1"';

interface Stored {
  readonly labels?: { readonly [name: string]: string };
  readonly expiresAt?: string;
}

interface Change {
  readonly path: string | undefined;
  readonly body: unknown;
  readonly ifMatch: string | undefined;
}

/** Runs a command beside a service that has this deployment; `refuses`: the status of its answer to each change. */
const beside = async (stored: Stored, words: readonly string[], refuses = 204) => {
  const changes: Change[] = [];
  const url = await served(async (request, response) => {
    if (request.method !== 'PUT') return void response.end(JSON.stringify({ uuid: deployment, version, ...stored }));
    const body = JSON.parse((await buffer(request)).toString());
    changes.push({ path: request.url, body, ifMatch: request.headers['if-match'] });
    response.writeHead(refuses);
    response.end(refuses < 300 ? undefined : JSON.stringify({ code: refuses, message: 'it has changed' }));
  });
  const { code, out, error } = await call([...words, '--url', url, '--token', 'x']);
  return { code, out: out.trimEnd(), error, changes };
};

const label = (stored: Stored, ...words: readonly string[]) => beside(stored, ['label', deployment, ...words]);
const extend = (...words: readonly string[]) => beside({}, ['extend', deployment, ...words]);

it('sets labels and takes some off, of the version that was read, and keeps the others', async () => {
  const labels = { stage: 'test', team: 'physics', owner: 'alice' };
  const { code, changes, out } = await label({ labels }, 'stage=prod=eu', 'team-', '--json');
  expect(code).toBe(exitCodes.done);
  const next = { stage: 'prod=eu', owner: 'alice' };
  expect(changes).toEqual([{ path: `/deployments/${deployment}/labels`, body: { labels: next }, ifMatch: version }]);
  expect(JSON.parse(out)).toEqual({ uuid: deployment, labels: next });
});

it('prints labels, and changes nothing, without a change', async () => {
  const found = await label({ labels: { stage: 'test' } });
  expect(found).toMatchObject({ code: exitCodes.done, changes: [], out: expect.stringContaining('stage=test') });
  expect(await label({})).toMatchObject({
    code: exitCodes.done,
    changes: [],
    out: expect.stringContaining('no labels'),
  });
});

it.each(['stage', '=test', '-', 'stage='])('takes %j for no change of a label', async (word) => {
  const { code, changes, error } = await label({}, word);
  expect({ code, changes }).toEqual({ code: exitCodes.calledWrongly, changes: [] });
  expect(error).toContain('NAME=VALUE');
});

it('loses no change of somebody else', async () => {
  const { code, error } = await beside({ labels: { stage: 'test' } }, ['label', deployment, 'stage=prod'], 412);
  expect(code).toBe(exitCodes.conflict);
  expect(error).toContain('it has changed');
});

it.each<[string, object]>([
  ['2d', { ttl: '2d' }],
  ['never', { expiresAt: null }],
  ['2026-12-01T18:00:00+01:00', { expiresAt: '2026-12-01T17:00:00.000Z' }],
])('extends a deployment by %s', async (word, body) => {
  const { code, changes } = await extend(word);
  expect(code).toBe(exitCodes.done);
  expect(changes).toMatchObject([{ path: `/deployments/${deployment}/lifetime`, body }]);
});

it.each(['2026-02-30T00:00:00Z', 'soon', '0d', '2d2'])('takes %j for no end', async (word) => {
  expect(await extend(word)).toMatchObject({ code: exitCodes.calledWrongly, changes: [] });
});

it('says when a deployment ends, or that it has no end any more', async () => {
  const expiresAt = '2026-12-01T17:00:00.000Z';
  const ending = await beside({ expiresAt }, ['extend', deployment, '2d', '--json']);
  expect(JSON.parse(ending.out)).toEqual({ uuid: deployment, expiresAt });
  expect(JSON.parse((await extend('never', '--json')).out)).toEqual({ uuid: deployment, expiresAt: null });
});
