import { beforeEach, describe, expect, it } from 'vitest';
import { UnavailableError } from '../../../src/foundation/errors.ts';
import { type Answered, call, type Name, type Sent } from '../requests.ts';
import { type Service, serviceForTests } from '../service.ts';
import { create, list, resources } from '../under-test.ts';

const test = serviceForTests();

const tosca = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  node_templates:
    server: { type: tosca.nodes.Compute }
`;
const body = { template: tosca };
let count = 0;
let key = '';
beforeEach(() => {
  count += 1;
  key = `key-${count}`;
});

const post = (more: Sent = {}, ports: Partial<Service> = {}) =>
  call(create({ ...test.service, ...ports }), {
    as: 'olga',
    method: 'POST',
    body,
    ...more,
    headers: { 'Idempotency-Key': key, ...more.headers },
  });

/** Where no time passes, so that who is at work is still alive. */
const atOnce = () => ({ idempotentRequests: test.requestsAt(Date.parse('2026-11-30T00:00:00Z')) });

const total = async (as: Name = 'olga') =>
  ((await call(list(test.service), { as })).json['page'] as { totalElements: number }).totalElements;

const resourcesOf = async ({ json }: Answered) =>
  (await call(resources(test.service), { as: 'olga', path: { deployment_id: String(json['uuid']) } })).json.content;

describe('a request with an Idempotency-Key', () => {
  it('gets the same answer again, and makes one deployment', async () => {
    const before = await total();
    const first = await post();
    expect(first.status).toBe(201);
    expect(first.headers).not.toHaveProperty('Idempotent-Replayed');
    test.service.asked.length = 0;
    const again = await post({ headers: { 'Idempotency-Key': `"${key}"` } });
    expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'Idempotent-Replayed': 'true' } });
    for (const name of ['Location', 'ETag', 'Content-Type']) expect(again.headers[name]).toBe(first.headers[name]);
    expect([await total(), test.service.asked]).toEqual([before + 1, []]);
  });

  it('gets the same answer also when the deployment is gone', async () => {
    const first = await post();
    const made = await test.service.deployments.find(String(first.json['uuid']));
    await test.service.deployments.remove(made?.id ?? '', made?.operation.id ?? '');
    expect(await post()).toMatchObject({ status: 201, body: first.body });
  });

  it('is refused by 409 when the key came with another body', async () => {
    await post();
    const answer = await post({ body: { ...body, timeoutMins: 5 } });
    expect(answer.json).toMatchObject({ code: 409, message: expect.stringContaining('another request') });
  });

  it('is another’s when another sends it, and another when it has another key or none', async () => {
    const answers = [
      await post(),
      await post({ as: 'mia' }),
      await post({ as: 'namesake' }),
      await post({ headers: { 'Idempotency-Key': `${key}-x` } }),
      await call(create(test.service), { as: 'olga', method: 'POST', body }),
    ];
    expect(new Set(answers.map(({ json }) => json['uuid'])).size).toBe(answers.length);
  });

  it.each([
    ['a body that is not valid', { body: { template: 5 } }, {}, 400],
    ['a template that is not valid', { body: { template: 'a: 1' } }, {}, 400],
    ['a group one is not in', { body: { ...body, userGroup: 'chemistry' } }, {}, 403],
    ['a service that is down', {}, { startOperation: () => Promise.reject(new UnavailableError('down')) }, 503],
  ] as const)('is not pinned to a failure: %s', async (_, sent, broken, status) => {
    const workflows = { ...test.service.workflows, ...broken };
    expect((await post(sent as Sent, { workflows })).status).toBe(status);
    expect((await post({ body: { ...body, timeoutMins: 7 } })).status).toBe(201);
  });

  it.each(['', '"', '""', 'two words', 'x'.repeat(256), 'é'])('is refused by 400 for the key %j', async (wrong) => {
    const answer = await post({ headers: { 'Idempotency-Key': wrong } });
    expect(answer.json).toMatchObject({ code: 400, message: expect.stringContaining('Idempotency-Key') });
  });
});

describe('two requests with the same Idempotency-Key at once', () => {
  it('make one deployment: the later one is told to come back, and then gets the same answer', async () => {
    const before = await total();
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const workflows = {
      ...test.service.workflows,
      startOperation: () => {
        begin();
        return held;
      },
    };
    const first = post({}, { workflows, ...atOnce() });
    await begun;
    const second = await post({}, atOnce());
    expect(second).toMatchObject({ status: 409, headers: { 'Retry-After': '2' }, json: { code: 409 } });
    letGo();
    const { body: answer } = await first;
    expect(await post({}, atOnce())).toMatchObject({ status: 201, body: answer });
    expect(await total()).toBe(before + 1);
  });

  it('make one deployment, however many there are', async () => {
    const before = await total();
    const many = await Promise.all(Array.from({ length: 12 }, () => post({}, atOnce())));
    // how many come while the first is at work is up to the machine
    expect(many.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(new Set(many.filter(({ status }) => status === 201).map(({ body: answer }) => answer)).size).toBe(1);
    expect(await total()).toBe(before + 1);
  });
});

describe('a process that dies at work on a request with a key', () => {
  const dying = (): never => {
    throw new Death();
  };
  /** What a killed process leaves behind: nothing runs after it, not even what cleans up. */
  class Death extends Error {}
  const killed = (ports: Partial<Service>): Partial<Service> => ({
    ...ports,
    files: { ...test.service.files, ...ports.files, remove: async () => dying() },
    deployments: { ...test.service.deployments, ...ports.deployments, find: async () => dying() },
    idempotentRequests: {
      ...test.service.idempotentRequests,
      ...ports.idempotentRequests,
      letResume: async () => dying(),
    },
  });

  it.each([
    ['before anything is stored', () => ({ files: { ...test.service.files, putTemplate: async () => dying() } })],
    [
      'with its resources stored',
      () => ({ deployments: { ...test.service.deployments, accept: async () => dying() } }),
    ],
    [
      'with its deployment stored',
      () => ({ idempotentRequests: { ...test.service.idempotentRequests, complete: async () => dying() } }),
    ],
  ])('%s leaves a request that the next one ends, with one deployment', async (_, ports) => {
    const before = await total();
    expect((await post({}, killed(ports()))).status).toBe(500);
    const answer = await post(); // a minute later, by the ticking clock
    expect(answer.status).toBe(201);
    expect(await total()).toBe(before + 1);
    expect(await resourcesOf(answer)).toHaveLength(1);
    expect(await post()).toMatchObject({ status: 201, body: answer.body });
  });
});

describe('a process that seems dead, and goes on after a repeat has taken its request over', () => {
  /** A port whose one call waits until it is let go, and then fails if it is told so. */
  const holding = <T extends object>(port: T, name: keyof T & string, failure?: Error) => {
    const { promise: free, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const call = port[name] as (...given: unknown[]) => Promise<unknown>;
    const held = async (...given: unknown[]) => {
      reach();
      await free;
      if (failure) throw failure;
      return call(...given);
    };
    return { port: { ...port, [name]: held }, reached, letGo };
  };

  it.each([
    ['while it stores the template', 'files', 'putTemplate'],
    ['while it stores the resources', 'resources', 'stage'],
    ['while it stores the deployment', 'deployments', 'accept'],
    ['while it starts the workflow', 'workflows', 'startOperation'],
  ] as const)('%s, and then fails, undoes nothing that the repeat made', async (_, of, name) => {
    const before = await total();
    const failure = new UnavailableError('S3 is not available');
    const { port, reached, letGo } = holding(test.service[of] as never, name as never, failure);
    const late = post({}, { [of]: port });
    await reached;
    const answer = await post(); // a minute later, by the ticking clock
    expect(answer.status).toBe(201);
    letGo();
    await late;
    const id = String(answer.json['uuid']);
    const made = await test.service.deployments.find(id);
    expect(await test.service.files.getTemplate(id, made?.templateOf ?? '')).toBe(tosca);
    expect(await total()).toBe(before + 1);
    expect(await post()).toMatchObject({ status: 201, json: { uuid: id } });
  });

  it('stores no resources beside those of the repeat', async () => {
    const { port, reached, letGo } = holding(test.service.idempotentRequests, 'isHeld');
    const late = post({}, { idempotentRequests: port });
    await reached;
    const answer = await post();
    letGo();
    expect((await late).json).toMatchObject({ code: 409, message: expect.stringContaining('has taken over') });
    expect(await resourcesOf(answer)).toHaveLength(1);
  });

  it('frees no key that the repeat holds', async () => {
    const first = holding(test.service.files, 'putTemplate');
    const late = post({}, { files: first.port });
    await first.reached;
    const second = holding(test.service.deployments, 'accept');
    const repeat = post({}, { deployments: second.port });
    await second.reached;
    first.letGo();
    await late;
    second.letGo();
    const { json } = await repeat;
    expect(await post()).toMatchObject({ status: 201, json: { uuid: json['uuid'] } });
  });
});

describe('a key', () => {
  it('is free again after a day', async () => {
    const requests = (hours: number) => test.requestsAt(Date.parse('2026-12-01T00:00:00Z') + hours * 3_600_000);
    const first = await post({}, { idempotentRequests: requests(0) });
    expect((await post({}, { idempotentRequests: requests(23.9) })).json['uuid']).toBe(first.json['uuid']);
    expect((await post({}, { idempotentRequests: requests(24) })).json['uuid']).not.toBe(first.json['uuid']);
  });
});
