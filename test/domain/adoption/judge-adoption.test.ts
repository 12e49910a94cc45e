import { describe, expect, it } from 'vitest';
import { policy } from '../../../src/adapters/infrastructure-manager/policy.ts';
import { adopterFor, judgeAdoption, prepareAdoption } from '../../../src/domain/adoption/judge-adoption.ts';
import { onlyThere } from '../../../src/domain/adoption/only-there.ts';
import type { Adopter, FoundInfrastructure } from '../../../src/domain/adoption/ports.ts';
import { thingsOf } from '../../../src/domain/adoption/things.ts';
import type { InspectedMachine } from '../../../src/domain/deployers/inspection.ts';
import { adoptedOf } from '../../../src/domain/deployments/record/adopted.ts';
import { NotReadyError, ProviderFailedError, ProviderUnavailableError } from '../../../src/foundation/errors.ts';
import { accepted, memoryWorld } from '../deployments/world.ts';

const user = { issuer: 'https://issuer.example', subject: 'user', isAdministrator: false };
const nobody = { ...user, subject: 'nobody' };
const topology = {
  nodes: [{ name: 'web', count: 1, types: ['tosca.nodes.Compute'], capabilities: {} }],
} as unknown as Parameters<typeof judgeAdoption>[2];

const web: InspectedMachine = { id: '0', node: 'web', state: 'configured', values: {}, cloudId: 'a 1' };

const world = (found: Partial<FoundInfrastructure> | undefined = {}, also: Partial<Adopter> = {}) => {
  const ports = memoryWorld();
  const owned: string[] = [];
  const adopter: Adopter = {
    ...{ policy, notComparable: ['ports'] },
    find: async () => ({ isCallers: true, inspection: { is: 'read', machines: [web] }, ...found }),
    own: async (id) => void owned.push(id),
    ...also,
  };
  const all = { ...ports, adopterOf: async (id: string) => (id === 'beta' ? undefined : adopter) };
  const judge = (caller = user, providerId = 'alpha') =>
    judgeAdoption(all, { providerId, infrastructureId: 'inf-1', caller }, topology);
  const prepare = () =>
    prepareAdoption(all, { providerId: 'alpha', infrastructureId: 'inf-1', caller: user }, topology);
  return { ports, all, owned, judge, prepare };
};

describe('an adoption', () => {
  it('is compared, and then owned', async () => {
    const { judge, prepare, owned } = world();
    expect(await judge()).toEqual({
      ...{
        providerId: 'alpha',
        infrastructureId: 'inf-1',
        fits: true,
        findings: [],
        notComparable: ['ports'],
        madeFor: [],
      },
    });
    expect(owned).toEqual([]);
    await prepare();
    expect(owned).toEqual(['inf-1']);
  });

  it('of which nothing was heard for long is left to the workflow, which asks the cloud', async () => {
    const silent = world({ inspection: { is: 'read', machines: [{ ...web, state: 'silent' }] } });
    expect(await silent.judge()).toMatchObject({ fits: true, findings: [{ is: 'not-checked' }] });
    await silent.prepare();
    expect(silent.owned).toEqual(['inf-1']);
  });

  it.each([
    ['https://Beta.example.org:5000/v3', 'ConflictError'],
    ['beta.example.org', 'ConflictError'],
    ['https://alpha.example.org:5000', undefined],
    // what is not known cannot be wrong
    [undefined, undefined],
    ['', undefined],
  ])('of what stands at another cloud than the provider %s is refused', async (endpoint, refusal) => {
    const machines = [{ ...web, cloudServer: 'alpha.example.org' }];
    const { all, owned } = world({ inspection: { is: 'read', machines } });
    const providers = {
      get: async (id: string) => ({
        id,
        name: id,
        priority: 0,
        ...(endpoint !== undefined && { facts: { endpoint } }),
      }),
    };
    const asked = { providerId: 'alpha', infrastructureId: 'inf-1', caller: user };
    const adopted = prepareAdoption({ ...all, providers }, asked, topology);
    if (refusal === undefined) await adopted;
    else await expect(adopted).rejects.toMatchObject({ name: refusal, message: expect.stringContaining('machine 0') });
    expect(owned).toHaveLength(refusal === undefined ? 1 : 0);
  });

  it('that does not fit is owned by nobody else', async () => {
    const { judge, prepare, owned } = world({ inspection: { is: 'read', machines: [] } });
    expect(await judge()).toMatchObject({ fits: false });
    await expect(prepare()).rejects.toMatchObject({
      name: 'ConflictError',
      message: expect.stringContaining('web: missing'),
    });
    expect(owned).toEqual([]);
  });
});

describe('what only the service owns', () => {
  const former = async (changes = {}) => {
    const one = world({ isCallers: false });
    const deployment = await accepted(one.ports);
    await one.ports.deployments.remove(deployment.id, deployment.operation.id);
    await one.ports.ended.keep({ ...deployment, providerId: 'alpha', ended: { at: '' }, ...changes });
    const name = `toscanini-${deployment.id}-1`;
    const named = {
      ...one.all,
      adopterOf: async () =>
        ({
          ...(await one.all.adopterOf('alpha')),
          find: async () => ({ isCallers: false, name, inspection: { is: 'read', machines: [web] } }),
        }) as Adopter,
    };
    return (caller: typeof user) =>
      judgeAdoption(named, { providerId: 'alpha', infrastructureId: 'inf-1', caller }, topology);
  };

  it('is for who had its deployment, and for administrators', async () => {
    const judge = await former();
    expect(await judge(user)).toMatchObject({ fits: true });
    expect(await judge({ ...nobody, isAdministrator: true })).toMatchObject({ fits: true });
    await expect(judge(nobody)).rejects.toMatchObject({ name: 'ForbiddenError' });
    await expect(judge({ ...user, issuer: 'https://other.example' })).rejects.toMatchObject({ name: 'ForbiddenError' });
  });

  it('is for nobody where the deployment was at another provider', async () => {
    const judge = await former({ providerId: 'beta' });
    await expect(judge(user)).rejects.toMatchObject({ name: 'ForbiddenError' });
  });

  it('is for nobody without such a name', async () => {
    await expect(world({ isCallers: false }).judge()).rejects.toMatchObject({ name: 'ForbiddenError' });
    const foreign = world({ isCallers: false, name: 'mine' });
    await expect(foreign.judge({ ...user, isAdministrator: true })).rejects.toMatchObject({ name: 'ForbiddenError' });
  });
});

it('is refused while a living deployment has its name, and not by that of one that is gone', async () => {
  const one = world();
  const alive = await accepted(one.ports);
  const named = (id: string) => world({ name: `toscanini-${id}-1` });
  const judge = (id: string) =>
    judgeAdoption(
      { ...named(id).all, deployments: one.ports.deployments },
      { providerId: 'alpha', infrastructureId: 'inf-1', caller: user },
      topology,
    );
  await expect(judge(alive.id)).rejects.toMatchObject({
    ...{ name: 'ConflictError', message: `infrastructure inf-1 belongs to deployment ${alive.id} already` },
  });
  expect(await judge('01980000-0000-7000-8000-999999999999')).toMatchObject({ fits: true });
});

it('is refused with an instant while its destruction was requested just now', async () => {
  const { ports, judge } = world();
  const until = new Date(ports.clock.now().getTime() + 60_000).toISOString();
  await ports.claims.replace('infrastructure inf-1', undefined, { holder: 'orphans', until });
  await expect(judge()).rejects.toThrow(`try again after ${until}, if it still stands`);
  ports.clock.advance(60);
  expect(await judge()).toMatchObject({ fits: true });
});

it('is impossible at an unknown provider, and at one of another kind', async () => {
  const { all, judge } = world();
  await expect(judge(user, 'gamma')).rejects.toMatchObject({
    ...{ name: 'InvalidError', message: expect.stringContaining('there is no provider "gamma"') },
  });
  await expect(judge(user, 'beta')).rejects.toMatchObject({ name: 'InvalidError' });
  expect(await adopterFor(all, { providerId: 'alpha', infrastructureId: 'inf-1' })).toBeDefined();
});

it.each([
  [new ProviderUnavailableError('away'), 'UnavailableError', 'provider alpha does not answer: away'],
  [new ProviderFailedError('no'), 'ConflictError', 'provider alpha: no'],
  [new NotReadyError('later'), 'ConflictError', 'provider alpha: later'],
  [new TypeError('a mistake'), 'TypeError', 'a mistake'],
])('says what its provider says: %s', async (error, name, message) => {
  const find = () => Promise.reject(error);
  await expect(world({}, { find }).judge()).rejects.toMatchObject({ name, message });
});

it('claims the infrastructure, and each machine once', () => {
  const machines = [
    web,
    { ...web, id: '1' },
    { ...web, id: '2', cloudId: 'a 2' },
    { id: '3', node: 'web', state: 'running', values: {} } as const,
  ];
  expect(thingsOf('inf-1', { is: 'read', machines })).toEqual(['infrastructure inf-1', 'machine a 1', 'machine a 2']);
  expect(thingsOf('inf-1', { is: 'comparing', comparison: 'x' })).toEqual(['infrastructure inf-1']);
});

it.each([
  ['dummy/4f1d-0.a_b', { providerId: 'dummy', infrastructureId: '4f1d-0.a_b' }],
  ['a/b/c', { providerId: 'a/b', infrastructureId: 'c' }],
])('names a provider and what stands there: %s', (text, adopted) => expect(adoptedOf(text)).toEqual(adopted));

it.each(['', 'dummy', '/x', 'dummy/', 'dum my/x', 'dummy/x y', `dummy/${'x'.repeat(129)}`])('refuses %j', (text) => {
  expect(() => adoptedOf(text)).toThrow('adopt must be <provider>/<infrastructure>');
});

it('is ranked at its own provider only', () => {
  const adopts = { providerId: 'b', infrastructureId: 'x' };
  const one = (id: string) => ({ id, name: id, edits: [] });
  const out = (id: string) => ({ id, name: id, reason: 'r' });
  const ranking = { candidates: [one('a'), one('b')], dropped: [out('a'), out('b')], notes: ['n'] };
  expect(onlyThere(adopts, ranking)).toEqual({ candidates: [one('b')], dropped: [out('b')], notes: ['n'] });
  expect(onlyThere(undefined, ranking)).toBe(ranking);
});

describe('what belongs to the installation itself', () => {
  const stack = {
    ...{ id: 'arn:stack', isCallers: false, name: 'toscanini-01980000-0000-7000-8000-999999999999-1' },
    inspection: { is: 'read', machines: [{ ...web, resourceId: 'r-1' }] },
  } as const;
  const installations = { isInstallations: true, policy: { ...policy, comparesByItself: true } } as const;
  const administrator = { ...nobody, isAdministrator: true };

  it('is for administrators only, and others are refused before anything is asked', async () => {
    let asked = 0;
    const find = async () => {
      asked += 1;
      return stack;
    };
    const { judge } = world({}, { ...installations, find });
    await expect(judge(user)).rejects.toMatchObject({
      ...{ name: 'ForbiddenError', message: expect.stringContaining('only an administrator') },
    });
    expect(asked).toBe(0);
    expect(await judge(administrator)).toMatchObject({
      ...{ infrastructureId: 'arn:stack', fits: true, madeFor: [{ node: 'web', resourceId: 'r-1' }] },
    });
  });

  it('is compared part by part, and what differs is said in a line', async () => {
    const findings = [
      { node: 'db', part: 'Db (AWS::RDS::DBInstance)', is: 'changed', property: 'Engine' },
      { node: 'db', part: 'Old (AWS::SNS::Topic)', is: 'unknown', why: 'it stands, and the template has none' },
    ] as const;
    const { all } = world({ ...stack, differences: () => findings }, installations);
    const described = { ...topology, candidate: { edits: [], blueprint: '{}' } };
    const request = { providerId: 'alpha', infrastructureId: 'stack', caller: administrator };
    expect(await judgeAdoption(all, request, described)).toMatchObject({ fits: false, findings });
    await expect(prepareAdoption(all, request, described)).rejects.toMatchObject({
      name: 'ConflictError',
      message: expect.stringMatching(
        /db \(Db \(AWS::RDS::DBInstance\)\): the template asks for another Engine than it has\ndb \(Old .*: unknown: it stands/,
      ),
    });
  });

  it('is compared by its machines only where nothing was translated: the plan says why', async () => {
    const differences = () => {
      throw new Error('nothing was translated');
    };
    const { judge } = world({ ...stack, differences }, installations);
    expect(await judge(administrator)).toMatchObject({ fits: true, findings: [] });
  });

  it('is refused in the same words, whether such a stack is none or not ours', async () => {
    const { judge } = world({}, { ...installations, find: async () => undefined });
    await expect(judge(administrator)).rejects.toThrow(/has no stack inf-1 that an installation of Toscanini has made/);
  });

  it('is refused by the claim of its id, not of the name that was asked for', async () => {
    const { ports, judge } = world(stack, installations);
    const alive = await accepted(ports);
    await ports.claims.replace('infrastructure arn:stack', undefined, { holder: alive.id });
    await expect(judge(administrator)).rejects.toThrow(`belongs to deployment ${alive.id} already`);
  });
});
