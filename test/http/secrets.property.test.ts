/** @module-tag full */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notificationId } from '../../src/domain/deployments/record/notification.ts';
import { notify } from '../../src/domain/deployments/reporting/notify.ts';
import { report } from '../../src/domain/deployments/reporting/report.ts';
import { describeDeployment } from '../../src/http/deployments/views.ts';
import { type Route, routes } from '../../src/http/routes.ts';
import type { Json } from '../../src/tosca/topology.ts';
import { sampled } from '../support/sampled.ts';
import { call, type Name } from './requests.ts';
import { serviceForTests } from './service.ts';
import { byFunction, create, get, resources } from './under-test.ts';

const test = serviceForTests();

/** An expression of a template, what the Infrastructure Manager makes of it, and what of that the group may see. */
interface Expression {
  readonly written: Json;
  value(secret: string): Json;
  readonly shown: Json;
}

const mask = '********';
const plain = (written: Json, shown: Json): Expression => ({ written, shown, value: () => shown });
const joined = (parts: readonly Expression[], between: string, secret: string): string =>
  parts.map((part) => `${part.value(secret)}`).join(between);
const isSecret = (parts: readonly Expression[]): boolean => parts.some(({ shown }) => `${shown}` === mask);

const concat = (parts: readonly Expression[]): Expression => ({
  written: { concat: parts.map(({ written }) => written) },
  value: (secret) => joined(parts, '', secret),
  shown: isSecret(parts) ? mask : joined(parts, '', ''),
});

const join = (parts: readonly Expression[]): Expression => ({
  written: { join: [parts.map(({ written }) => written), '-'] },
  value: (secret) => joined(parts, '-', secret),
  shown: isSecret(parts) ? mask : joined(parts, '-', ''),
});

/** The first part of two, whatever is in it: a blank stands in no secret. */
const token = (part: Expression): Expression => ({
  ...part,
  written: { token: [{ concat: [part.written, ' ', 'end'] }, ' ', 0] },
});

const listed = (parts: readonly Expression[]): Expression => ({
  written: parts.map(({ written }) => written),
  value: (secret) => parts.map((part) => part.value(secret)),
  shown: parts.map(({ shown }) => shown),
});

const mapped = (parts: readonly Expression[]): Expression => {
  const members = <T extends Json>(of: (part: Expression) => T) =>
    Object.fromEntries(parts.map((part, index) => [`k${index}`, of(part)]));
  return {
    written: members(({ written }) => written),
    value: (secret) => members((part) => part.value(secret)),
    shown: members(({ shown }) => shown),
  };
};

const leaf = fc.constantFrom(
  { written: { get_input: 'word' }, value: (secret: string) => secret, shown: mask },
  { written: { get_input: ['login', 'token'] }, value: (secret: string) => secret, shown: mask },
  { written: { get_property: ['app', 'greeting'] }, value: (secret: string) => `hello ${secret}`, shown: mask },
  { written: { get_property: ['app', 'settings', 'deep'] }, value: (secret: string) => secret, shown: mask },
  { written: { get_attribute: ['app', 'told'] }, value: (secret: string) => secret, shown: mask },
  {
    written: { get_operation_output: ['app', 'Standard', 'create', 'x'] },
    value: (secret: string) => secret,
    shown: mask,
  },
  plain('text', 'text'),
  plain({ get_input: 'flavor' }, 'small'),
  plain({ get_input: ['login', 'user'] }, 'olga'),
  plain({ get_property: ['app', 'settings', 'mode'] }, 'fast'),
  plain({ get_attribute: ['server', 'private_address'] }, '192.0.2.7'),
);

const { text } = fc.letrec<{ text: Expression }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie('text'), { minLength: 1, maxLength: 3 }).map(concat),
    fc.array(tie('text'), { minLength: 1, maxLength: 3 }).map(join),
    tie('text')
      .map(token)
      .filter(({ shown }) => !`${shown}`.includes(' ')),
  ),
}));

const { output } = fc.letrec<{ output: Expression }>((tie) => ({
  output: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    text,
    fc.array(tie('output'), { minLength: 1, maxLength: 3 }).map(listed),
    fc.array(tie('output'), { minLength: 2, maxLength: 3 }).map(mapped),
  ),
}));

/** Of the characters that something makes something else of on its way: JSON, YAML, addresses, expressions. */
const secrets = fc
  .string({ unit: fc.constantFrom(...'aB3xyzK9"\'\\&<$*+/:{}é€'), minLength: 8, maxLength: 24 })
  .map((random) => `s3same${random}`);

const written = (outputs: readonly Expression[]): string =>
  `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.App:
    derived_from: tosca.nodes.SoftwareComponent
    properties: { greeting: { type: string }, settings: { type: map, entry_schema: { type: string } } }
    attributes: { told: { type: string } }
topology_template:
  inputs:
    word: { type: string, metadata: { sensitive: true } }
    login: { type: tosca.datatypes.Credential }
    flavor: { type: string }
  node_templates:
    server: { type: tosca.nodes.Compute }
    app:
      type: my.App
      properties:
        greeting: { concat: [ 'hello ', { get_input: word } ] }
        settings: { mode: fast, deep: { get_input: word } }
      attributes: { told: { get_property: [ SELF, settings, deep ] } }
      requirements: [ { host: server } ]
      interfaces: { Standard: { create: { implementation: x.sh, inputs: { word: { get_input: word } } } } }
  outputs: ${JSON.stringify(Object.fromEntries(outputs.map(({ written: value }, index) => [`out${index}`, { value }])))}
`.replace('{ get_property: [ SELF, settings, deeper ] } ] }', '{ get_input: word } ] }');

const told = (outputs: readonly Expression[], of: (one: Expression) => Json) =>
  Object.fromEntries(outputs.map((one, index) => [`out${index}`, of(one)]));

/** What providers said of it: before one was tried, and after. */
const refusedBy = async (deploymentId: string, operationId: string, refused: string, value: string): Promise<void> => {
  const { files, attempts, clock } = test.service;
  const candidates = [{ id: 'first', name: 'First', edits: [{ node: 'app', path: [], value }], score: refused }];
  const dropped = [{ id: 'other', name: 'Other', reason: refused }];
  await files.putRanking(deploymentId, operationId, { candidates, dropped, notes: [refused], outputs: [] });
  const at = clock.now().toISOString();
  const times = { startedAt: at, deadline: at, last: true, logged: {} };
  const failed = { providerId: 'first', state: 'FAILED', reason: refused } as const;
  await attempts.findOrCreate({ deploymentId, operationId, number: 1, ...failed, ...times });
};

/** Made by olga for her group, and failed in the end, with the secret in whatever the provider says. */
const deployed = async (outputs: readonly Expression[], secret: string): Promise<string> => {
  const { service } = test;
  const parameters = { word: secret, login: { user: 'olga', token: secret }, flavor: 'small' };
  const body = { template: written(outputs), parameters, userGroup: 'physics', callback: 'https://hooks.example/' };
  const made = await call(create(service), { as: 'olga', body });
  expect(made.json.message).toBeUndefined();
  const deployment = await service.deployments.find(`${made.json['uuid']}`);
  if (deployment === undefined) throw new Error('it was not made');
  const { id, operation } = deployment;
  await service.deployments.markStarted(id, operation.id);
  const info = JSON.stringify({ vmProperties: [{ class: 'system', note: `made with ${secret}` }] });
  const all = await service.resources.all(id);
  await service.resources.put(all.map((one) => ({ ...one, metadata: { VirtualMachineInfo: info, said: secret } })));
  await refusedBy(id, operation.id, `no place for ${secret}`, secret);
  const event = { kind: 'ATTEMPT_FAILED', name: 'x' } as const;
  await report(service, { deployment }, { text: `first refused ${secret}: no quota`, event });
  const ended = await service.deployments.record(id, operation.id, {
    status: 'CREATE_FAILED',
    statusReason: `the cloud refused ${JSON.stringify({ word: secret })}`,
    outputs: told(outputs, (one) => one.value(secret)),
  });
  await notify({ ...service, describe: describeDeployment }, ended, 'failed');
  return id;
};

/** Every route that reads a deployment, by its function: a new one is asked by itself. */
const reading = routes
  .filter(({ method, path }: Route) => method === 'GET' && path.startsWith('/deployments'))
  .map((row) => row.function);

/** Everything that somebody can read of it. */
const readBy = async (as: Name, deploymentId: string): Promise<readonly string[]> => {
  const { service } = test;
  const path = { deployment_id: deploymentId };
  const query = { userGroup: 'physics', size: '100' };
  const shown = await call(resources(service), { as, path });
  const [{ uuid = '' } = {}] = shown.json.content;
  const answers = await Promise.all(
    reading.map((name) =>
      call(byFunction[name](service), { as, path: { ...path, resource_id: uuid, number: '1' }, query }),
    ),
  );
  // who owns it must find something on each: else a route that hides nothing passes, since there is nothing
  const empty = reading.filter((_, index) => answers[index]?.status !== 200);
  if (as === 'olga') expect(empty).toEqual([]);
  return answers.map(({ body }) => body);
};

/** As it is, and as it stands within JSON, once and twice. */
const spelled = (secret: string): readonly string[] => {
  const once = JSON.stringify(secret).slice(1, -1);
  return [secret, once, JSON.stringify(once).slice(1, -1)];
};

describe('a secret that goes through a template', () => {
  it('is read by its owner, and by nobody else of the group on any route', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(output, { minLength: 1, maxLength: 4 }), secrets, async (outputs, secret) => {
        const id = await deployed(outputs, secret);
        const path = { deployment_id: id };
        const [owner, member] = await Promise.all(
          (['olga', 'mia'] as const).map(async (as) => (await call(get(test.service), { as, path })).json['outputs']),
        );
        expect(owner).toEqual(told(outputs, (one) => one.value(secret)));
        expect(member).toEqual(told(outputs, ({ shown }) => shown));
        const callback = await test.service.files.getNotification(notificationId(await operationOf(id), 'failed'));
        expect(JSON.parse(callback.body).outputs).toEqual(member);
        for (const body of [...(await readBy('mia', id)), callback.body])
          for (const spelling of spelled(secret)) expect(body).not.toContain(spelling);
        expect((await readBy('olga', id)).some((body) => body.includes(spelled(secret)[1] ?? ''))).toBe(true);
      }),
      { numRuns: sampled(15, 60) },
    );
  });
});

const operationOf = async (id: string): Promise<string> =>
  (await test.service.deployments.find(id))?.operation.id ?? '';
