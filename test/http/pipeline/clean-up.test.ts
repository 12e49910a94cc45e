/** A creation that is refused, and whose clean-up fails too: its Idempotency-Key must lead to what it left. */

import { beforeEach, describe, expect, it } from 'vitest';
import { UnavailableError } from '../../../src/foundation/errors.ts';
import { call, type Sent } from '../requests.ts';
import { type Service, serviceForTests } from '../service.ts';
import { create, schedules } from '../under-test.ts';

const test = serviceForTests();

const template = `tosca_definitions_version: tosca_simple_yaml_1_0
imports: [ "https://types.example/web.yaml" ]
topology_template:
  node_templates:
    server: { type: tosca.nodes.Compute }
`;
const types = 'tosca_definitions_version: tosca_simple_yaml_1_0\n';
const good = { read: async () => types } as unknown as Service['imports'];
const wrong = { read: async () => 'a: 1' } as unknown as Service['imports'];
const down = () => Promise.reject(new UnavailableError('it does not answer'));

const fileExpression = 'incoming:data/.*';
const element = { name: 'near', bucket: 'near-bucket', attributes: { tier: 1 } };
const fileConfiguration = { elements: [element], buckets: ['incoming'], readers: {} };
const kinds = {
  deployment: { route: create, body: { template }, thing: 'deployments' },
  schedule: {
    route: schedules.create.route,
    body: { template, fileExpression, replicationExpression: '*', numberOfReplicas: 1 },
    thing: 'schedules',
  },
} as const;
type Kind = keyof typeof kinds;

let count = 0;
let key = '';
beforeEach(() => {
  count += 1;
  key = `clean-up-${count}`;
});

const post = (kind: Kind, ports: Partial<Service> = {}, sent: Sent = {}) => {
  const { route, body } = kinds[kind];
  const made = route({ ...test.service, fileConfiguration, imports: good, ...ports } as never);
  return call(made, { as: 'olga', method: 'POST', body, ...sent, headers: { 'Idempotency-Key': key } });
};

/** Names of files: `templates/<id>/…` */
const files = async (): Promise<readonly string[]> => {
  const [, kept] = JSON.parse(await test.snapshot()) as [unknown, readonly (readonly [string, string])[]];
  return kept.map(([name]) => name);
};

/** The last write of the creation fails, and then the removal of its files. */
const failing = (kind: Kind, revoked: string[] = []): Partial<Service> => ({
  files: { ...test.service.files, remove: down },
  delegations: { ...test.service.delegations, revoke: async (id) => void revoked.push(id) },
  ...(kind === 'deployment' && { workflows: { ...test.service.workflows, startOperation: down } }),
  ...(kind === 'schedule' && { schedules: { ...test.service.schedules, create: down } }),
});

describe.each(Object.keys(kinds) as Kind[])('a refused creation of a %s whose clean-up fails', (kind) => {
  it('keeps its key: a repeat goes on at once, under the same ids, and leaves no file of nothing', async () => {
    const before = await files();
    expect((await post(kind, failing(kind))).status).toBe(503);
    const left = (await files()).filter((name) => !before.includes(name));
    // of a deployment also the outline beside the template
    expect(left).toHaveLength(kind === 'deployment' ? 2 : 1);
    const answer = await post(kind);
    expect(answer.status).toBe(201);
    const made = (await files()).filter((name) => !before.includes(name));
    expect(made).toEqual(left);
    expect(left[0]).toContain(String(answer.json['uuid']));
    expect(await post(kind)).toMatchObject({ status: 201, body: answer.body });
  });

  it('is cleaned up by a repeat that is refused for what it asks: the token too, and the key is free', async () => {
    const before = await files();
    await post(kind, failing(kind));
    const revoked: string[] = [];
    const delegations = { ...test.service.delegations, revoke: async (id: string) => void revoked.push(id) };
    expect((await post(kind, { imports: wrong, delegations })).status).toBe(400);
    expect(await files()).toEqual(before);
    expect(revoked).toHaveLength(1);
    const other = { body: { ...kinds[kind].body, timeoutMins: 7 } };
    expect((await post(kind, {}, other)).status).toBe(201);
  });

  it('that works frees the key, as nothing is left', async () => {
    const { files: __, ...rest } = failing(kind);
    const before = await files();
    expect((await post(kind, rest)).status).toBe(503);
    expect(await files()).toEqual(before);
    const other = { body: { ...kinds[kind].body, timeoutMins: 7 } };
    expect((await post(kind, {}, other)).status).toBe(201);
  });
});
