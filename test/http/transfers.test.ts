import { beforeEach, describe, expect, it } from 'vitest';
import type { Owners } from '../../src/domain/adoption/ports.ts';
import { supersede } from '../../src/domain/deployments/accepting/supersede.ts';
import type { Quotas } from '../../src/domain/quotas/quota.ts';
import { ForbiddenError, UnavailableError } from '../../src/foundation/errors.ts';
import { call, type Name, type Sent } from './requests.ts';
import { id } from './samples.ts';
import { type Service, serviceForTests } from './service.ts';
import { create, events, extrainfo, get, give, inputs, remove, take, update, view } from './under-test.ts';

const test = serviceForTests();

const template = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  node_templates: { web: { type: tosca.nodes.Compute } }
`;

let uuid = '';
beforeEach(async () => {
  const body = { template, userGroup: 'physics', callback: 'https://olga.example/cb', labels: { team: 'a' } };
  const made = await call(create(test.service), { as: 'olga', method: 'POST', body });
  uuid = String(made.json['uuid']);
  await record({ status: 'CREATE_COMPLETE' });
});

const found = async () => {
  const deployment = await test.service.deployments.find(uuid);
  if (deployment === undefined) throw new Error('it is gone');
  return deployment;
};
const record = async (changes: Parameters<typeof test.service.deployments.record>[2]) =>
  test.service.deployments.record(uuid, (await found()).operation.id, changes);
const of = (as: Name, more: Sent = {}): Sent => ({ as, path: { deployment_id: uuid }, ...more });

type Ports = Partial<Service> & { readonly quotas?: Quotas };

const asking = (transfer: unknown, more: Sent = {}, as: Name = 'olga') =>
  call(give(test.service), of(as, { method: 'PUT', body: { transfer }, ...more }));
const answering = (as: Name, answer: string, more: Sent = {}, ports: Ports = {}) =>
  call(take({ ...test.service, ...ports }), of(as, { method: 'POST', body: { answer }, ...more }));
const accepting = (as: Name, more: Sent = {}, ports: Ports = {}) => answering(as, 'accept', more, ports);
const ownerNow = async () => (await found()).createdBy.subject;
const viewed = async (as: Name) => (await call(view(test.service), of(as))).json;

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
  const handed = async (more: Sent = {}, ports: Ports = {}) => {
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

describe('what is done in the name of its owner', () => {
  /** An issuer with an exchange, and an Infrastructure Manager; `fails` stops at this step, once. */
  const world = (fails?: string) => {
    const steps: string[] = [];
    let isBroken = fails !== undefined;
    const step = async (name: string): Promise<void> => {
      if (isBroken && name.startsWith(fails ?? '')) {
        isBroken = false;
        throw new UnavailableError(`no ${name}`);
      }
      steps.push(name);
    };
    const delegations = {
      ...test.service.delegations,
      tokenFor: () => async () => 'token of olga',
      exchange: async (_: string, { subject }: { readonly subject: string }) => {
        await step(`exchange ${subject}`);
        return { token: `token of ${subject}`, keep: () => step(`keep ${subject}`) };
      },
    };
    const owners = {
      share: async (one: string, from: () => Promise<string | undefined>, to: string) =>
        step(`share ${one} from ${await from()} to ${to}`),
      leave: (one: string, to: string) => step(`leave ${one} to ${to}`),
    } as unknown as Owners;
    return { steps, ports: { delegations, ownersAt: async () => owners } };
  };
  const whole = [
    ...['exchange mia', 'share inf from token of olga to token of mia', 'keep mia', 'leave inf to token of mia'],
  ];
  beforeEach(async () => {
    await record({ providerId: 'first', infrastructureId: 'inf' });
    await asking({ to: 'mia' });
  });

  it('is done in that of the new one: the issuer is asked first, and who was there before goes last', async () => {
    const { steps, ports } = world();
    expect((await accepting('mia', {}, ports)).status).toBe(204);
    expect(steps).toEqual(whole);
  });

  it.each(['exchange', 'share'])('stays as it was when %s fails', async (fails) => {
    const { ports } = world(fails);
    expect((await accepting('mia', {}, ports)).status).toBe(503);
    expect(await ownerNow()).toBe('olga');
    expect((await accepting('mia', {}, ports)).status).toBe(204);
  });

  it.each(['keep', 'leave'])('is finished by a repeat of the request when the process dies at %s', async (fails) => {
    const { steps, ports } = world(fails);
    const headers = {
      'Idempotency-Key': `key-${fails}`,
      'If-Match': String((await call(get(test.service), of('mia'))).headers['ETag']),
    };
    expect((await accepting('mia', { headers }, ports)).status).toBe(503);
    expect(await ownerNow()).toBe('mia');
    expect((await accepting('mia', { headers }, ports)).status).toBe(204);
    expect(steps.slice(-2)).toEqual(whole.slice(-2));
    const told = JSON.stringify((await call(events(test.service), of('mia'))).json);
    expect(told.match(/has taken it over/g)).toHaveLength(1);
  });

  it('cannot be passed on when the authorization of the owner before has ended', async () => {
    const { ports } = world();
    const delegations = {
      ...ports.delegations,
      tokenFor: () => () => Promise.reject(new ForbiddenError('it has ended')),
    };
    const answer = await accepting('mia', {}, { ...ports, delegations });
    expect(answer.json).toMatchObject({ code: 409, message: expect.stringContaining('has to sign in and ask again') });
    expect(await ownerNow()).toBe('olga');
  });

  it('cannot be passed on at a provider of a federation', async () => {
    const { ports } = world();
    await record({ providerId: 'of-a-federation' });
    const answer = await accepting('mia', {}, { ...ports, ownersAt: async () => undefined });
    expect(answer.json).toMatchObject({ code: 409, message: expect.stringContaining('in its owner') });
    expect(await ownerNow()).toBe('olga');
  });
});
