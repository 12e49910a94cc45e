import { describe, expect, it } from 'vitest';
import { supersede } from '../../src/domain/deployments/accepting/supersede.ts';
import type { Quotas } from '../../src/domain/quotas/quota.ts';
import { UnavailableError } from '../../src/foundation/errors.ts';
import { call, type Name, type Sent } from './requests.ts';
import { id } from './samples.ts';
import { template, transferring } from './transferring.ts';
import { create, events, extrainfo, get, give, inputs, label, remove, take, update, view } from './under-test.ts';

const { test, at, found, record, of, asking, answering, accepting, ownerNow, viewed } = transferring({
  ask: give,
  answer: take,
});

describe('the question who takes a deployment over', () => {
  it('is shown to who may see it, with who may answer, and told in the timeline', async () => {
    expect((await asking({ to: 'mia', ttl: '2d' })).status).toBe(204);
    const { transfer } = await found();
    expect(Date.parse(transfer?.expiresAt ?? '') - Date.parse(transfer?.since ?? '')).toBe(2 * 24 * 3_600_000);
    const { json } = await call(view(test.service), of('olga'));
    expect(json).toMatchObject({ transfer, may: { give: true, accept: false } });
    expect(await viewed('mia')).toMatchObject({ may: { change: false, give: false, accept: true } });
    expect(await viewed('lena')).toMatchObject({ may: { change: true, give: false, accept: false } });
    const told = await call(events(test.service), of('mia'));
    expect(JSON.stringify(told.json)).toContain('mia is asked to take it over, until');
  });

  it('is asked and taken back by its owner and administrators, not by managers, and shown by a dry run', async () => {
    expect((await asking({}, {}, 'lena')).status).toBe(403);
    expect((await asking({ to: 'mia' }, {}, 'ada')).status).toBe(204);
    const dry = await asking(null, { query: { dryRun: 'true' } });
    expect(dry.json).toEqual({ transfer: expect.objectContaining({ to: 'mia', by: expect.anything() }) });
    expect((await asking(null)).status).toBe(204);
    expect(await found()).not.toHaveProperty('transfer');
    expect((await accepting('mia')).json).toMatchObject({
      code: 409,
      message: expect.stringContaining('nobody is asked'),
    });
  });

  it.each([
    [{ transfer: { to: 'mia', ttl: '5w' } }, 400],
    [{ transfer: { to: 7 } }, 400],
    [{}, 400],
    [{ transfer: { to: 'olga' } }, 409],
  ])('is refused as %j', async (body, status) => {
    expect((await asking(undefined, { body })).status).toBe(status);
    expect(await found()).not.toHaveProperty('transfer');
  });

  it('is asked for a version only, where the client says so', async () => {
    const tag = String((await call(get(test.service), of('olga'))).headers['ETag']);
    await asking({ to: 'mia' }, { headers: { 'If-Match': tag } });
    expect((await asking(null, { headers: { 'If-Match': tag } })).status).toBe(412);
    expect((await accepting('mia', { headers: { 'If-Match': tag } })).status).toBe(412);
    const now = String((await call(get(test.service), of('mia'))).headers['ETag']);
    expect((await accepting('mia', { headers: { 'If-Match': now } })).status).toBe(204);
  });

  it('is answered for the version that a member of the group has read, where outputs hold secrets', async () => {
    await record({ outputs: { password: 'of olga', url: 'http://a' } });
    await asking({ to: 'mia' });
    const [own, read] = [await call(get(test.service), of('olga')), await call(get(test.service), of('mia'))];
    const tag = String(read.headers['ETag']);
    expect([(await viewed('mia'))['version'], (await viewed('olga'))['version']]).toEqual([tag, own.headers['ETag']]);
    expect(tag).not.toBe(own.headers['ETag']);
    const stale = await accepting('mia', { headers: { 'If-Match': '"another"' } });
    expect([stale.status, stale.body.includes(String(own.headers['ETag']).slice(1, -1))]).toEqual([412, false]);
    const ofManager = String((await call(get(test.service), of('lena'))).headers['ETag']);
    const labels = { method: 'PUT', headers: { 'If-Match': ofManager }, body: { labels: { team: 'b' } } };
    expect((await call(label(test.service), of('lena', { ...labels, query: { dryRun: 'true' } }))).status).toBe(200);
    expect((await accepting('mia', { headers: { 'If-Match': tag } })).status).toBe(204);
  });

  it('has no answer for a deployment of no group, or once it has expired', async () => {
    const own = await call(create(test.service), { as: 'olga', method: 'POST', body: { template } });
    const path = { deployment_id: String(own.json['uuid']) };
    expect((await asking({}, { path })).json).toMatchObject({
      code: 409,
      message: expect.stringContaining('no group'),
    });
    await asking({ to: 'mia', ttl: '1h' });
    const clock = { now: () => new Date(test.service.clock.now().getTime() + 3_600_000) };
    expect((await accepting('mia', {}, { clock })).json).toMatchObject({ code: 409 });
    expect(await ownerNow()).toBe('olga');
  });
});

describe('a deployment that is taken over', () => {
  const handed = async (more: Sent = {}, ports: { readonly quotas?: Quotas } = {}) => {
    await asking({ to: 'mia' });
    return accepting('mia', more, ports);
  };

  it('is changed and read by its new owner, and by the one before as a member of the group', async () => {
    expect((await handed()).status).toBe(204);
    const secrets = async (as: Name) => (await call(extrainfo(test.service), of(as))).status;
    const changing = (as: Name) => call(update(test.service), of(as, { method: 'PUT', body: { template } }));
    expect([await secrets('mia'), await secrets('olga')]).toEqual([200, 403]);
    expect([(await call(inputs(test.service), of('mia'))).status, (await changing('olga')).status]).toEqual([200, 403]);
    expect((await call(remove(test.service), of('olga', { method: 'DELETE' }))).status).toBe(403);
    expect((await changing('mia')).status).toBe(202);
    expect(await viewed('mia')).toMatchObject({ createdBy: { subject: 'mia' }, may: { give: true } });
    expect(await found()).not.toHaveProperty('callback');
  });

  it('tells both, by the timeline and the events of the group', async () => {
    await handed();
    const told = await call(events(test.service), of('olga'));
    expect(JSON.stringify(told.json)).toContain('mia has taken it over from olga');
    const stream = await test.service.eventStream.list(
      [{ of: 'group', group: 'physics', issuer: (await found()).createdBy.issuer }],
      {
        ...{ size: 10, direction: 'desc' },
      },
    );
    expect(stream.content[0]).toMatchObject({
      message: 'mia has taken it over from olga',
      deployment: { createdBy: { subject: 'mia' } },
    });
  });

  it.each(['CREATE_IN_PROGRESS', 'UPDATE_IN_PROGRESS', 'DELETE_IN_PROGRESS'] as const)(
    'is not while it is %s',
    async (status) => {
      await asking({ to: 'mia' });
      await record({ status });
      expect((await accepting('mia')).json).toMatchObject({ code: 409 });
      expect(await ownerNow()).toBe('olga');
    },
  );

  it('is not while what a move has left still stands, which may be in the name of its owner', async () => {
    await asking({ to: 'mia' });
    const remains = { providerId: 'alpha', infrastructureId: 'inf-1', attempt: 1, since: '2026-11-29T00:00:00.000Z' };
    await record({ remains });
    const answer = await accepting('mia');
    expect(answer.json).toMatchObject({ code: 409, message: expect.stringContaining('left at provider alpha') });
    expect(await ownerNow()).toBe('olga');
  });

  it.each([
    ['olga', 403],
    ['ada', 403],
    ['lena', 403],
    ['otto', 404],
    ['namesake', 404],
  ] as const)('is not by %s, who is not asked', async (as, status) => {
    await asking({ to: 'mia' });
    expect((await accepting(as)).status).toBe(status);
    expect((await answering(as, 'decline')).status).toBe(status);
    expect(await found()).toMatchObject({ createdBy: { subject: 'olga' }, transfer: { to: 'mia' } });
  });

  it('is by the first one of the group, where any member is asked, and nobody declines for the others', async () => {
    await asking({});
    expect((await answering('mia', 'decline')).status).toBe(409);
    const both = await Promise.all([accepting('mia'), accepting('lena')]);
    const [winner, loser] = both[0]?.status === 204 ? ['mia', both[1]] : ['lena', both[0]];
    expect(both.map(({ status }) => status)).toContain(204);
    expect([403, 409]).toContain(loser?.status);
    expect(await ownerNow()).toBe(winner);
  });

  it('is not once it was declined', async () => {
    await asking({ to: 'mia' });
    expect((await answering('mia', 'decline')).status).toBe(204);
    expect((await accepting('mia')).status).toBe(409);
    expect(JSON.stringify((await call(events(test.service), of('olga'))).json)).toContain('mia does not take it over');
  });

  it('is declined once, by a repeat of the request whose process died before it told of it', async () => {
    await asking({ to: 'mia' });
    const headers = { 'Idempotency-Key': 'declined-once' };
    const { deployments } = test.service;
    const setTransfer: typeof deployments.setTransfer = async (...given) => {
      await deployments.setTransfer(...given);
      throw new UnavailableError('its answer is lost');
    };
    const lossy = { deployments: { ...deployments, setTransfer } };
    expect((await answering('mia', 'decline', { headers }, lossy)).status).toBe(503);
    expect((await answering('mia', 'decline', { headers })).status).toBe(204);
    expect(JSON.stringify((await call(events(test.service), of('olga'))).json)).toContain('mia does not take it over');
    await asking({ to: 'mia' });
    expect((await answering('mia', 'decline', { headers })).status).toBe(204);
    expect(await found()).toMatchObject({ transfer: { to: 'mia' } });
  });

  it('is still offered to who was asked after the one who declines', async () => {
    await asking({ to: 'mia' });
    const { deployments } = test.service;
    const setTransfer: typeof deployments.setTransfer = async (...given) => {
      await asking({ to: 'lena' });
      return deployments.setTransfer(...given);
    };
    expect((await answering('mia', 'decline', {}, { deployments: { ...deployments, setTransfer } })).status).toBe(403);
    expect(await found()).toMatchObject({ transfer: { to: 'lena' } });
  });

  it('is not shown with its secrets to who has made it, by a repeat of the request that a process has not finished', async () => {
    const { service } = test;
    const headers = { 'Idempotency-Key': 'made-once' };
    const sent = { method: 'POST', headers, body: { template, userGroup: 'physics' } };
    const complete = async () => Promise.reject(new UnavailableError('it dies here'));
    const dying = { ...service, idempotentRequests: { ...service.idempotentRequests, complete } };
    expect((await call(create(dying), { as: 'olga', ...sent })).status).toBe(503);
    const [made] = (
      await service.deployments.list({ of: 'all' }, { page: 0, size: 1, sort: 'createdAt', direction: 'desc' })
    ).content;
    at.uuid = made?.id ?? '';
    await record({ status: 'CREATE_COMPLETE', outputs: { password: 'of mia' } });
    await asking({ to: 'mia' });
    expect((await accepting('mia')).status).toBe(204);
    const answer = await call(create(service), { as: 'olga', ...sent });
    expect(answer.json).toMatchObject({ uuid: at.uuid, outputs: { password: expect.stringMatching(/^\*+$/) } });
  });

  it('is within the quotas of its new owner, which a dry run says too', async () => {
    await asking({ to: 'mia' });
    const quotas = { user: { deployments: 0 } };
    for (const query of [{}, { dryRun: 'true' }] as const)
      expect((await accepting('mia', { query }, { quotas })).json).toMatchObject({
        code: 409,
        message: expect.stringContaining('the quota is reached'),
      });
    const dry = await accepting('mia', { query: { dryRun: 'true' } });
    expect(dry.json).toMatchObject({ createdBy: { subject: 'olga' }, nextCreatedBy: { subject: 'mia' } });
    expect(await ownerNow()).toBe('olga');
  });

  it('is not changed any more by a request of the owner before that was on its way', async () => {
    await asking({ to: 'mia' });
    const seen = await found();
    await accepting('mia');
    const deletion = supersede(test.service, seen, (current) => ({
      ...current,
      status: 'DELETE_IN_PROGRESS',
      operation: { id: id(990), kind: 'DELETE', acceptedAt: current.updatedAt },
    }));
    await expect(deletion).rejects.toThrow('given to somebody else in the meantime');
    expect(await found()).toMatchObject({ status: 'CREATE_COMPLETE', createdBy: { subject: 'mia' } });
  });
});
