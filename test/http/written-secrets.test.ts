import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/tosca/topology.ts';
import { type Answered, call, type Name } from './requests.ts';
import { serviceForTests } from './service.ts';
import { byFunction, create, get, list, template, update } from './under-test.ts';

const test = serviceForTests();

/** No name and no look of it speaks of a secret. */
const hidden = 'Birkenallee';

const written = (
  inputs: string,
  properties: string,
  output: string,
): string => `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.App:
    derived_from: tosca.nodes.Root
    properties:
      password: { type: string, required: false }
      setting: { type: string, required: false }
topology_template:
  inputs: { ${inputs} }
  node_templates: { app: { type: my.App, properties: { ${properties} } } }
  outputs: { o: { value: ${output} } }
`;

/** Of olga for her group; the output has its value as if the deployment were complete. */
const made = async (text: string, parameters: { readonly [name: string]: Json }, output: Json): Promise<string> => {
  const body = { template: text, parameters, userGroup: 'physics' };
  const { json } = await call(create(test.service), { as: 'olga', method: 'POST', body });
  expect(json.message).toBeUndefined();
  const found = await test.service.deployments.find(String(json['uuid']));
  const [id, operation] = [found?.id ?? '', found?.operation.id ?? ''];
  await test.service.deployments.record(id, operation, { status: 'UPDATE_FAILED', inForce: 1, outputs: { o: output } });
  return id;
};

const readBy = async (as: Name, id: string): Promise<readonly Answered[]> => {
  const path = { deployment_id: id, number: '1' };
  const one = [get, template, byFunction['versions/get'], byFunction['deployments/view']];
  return [
    ...(await Promise.all(one.map((route) => call(route(test.service), { as, path })))),
    await call(list(test.service), { as, query: { userGroup: 'physics' } }),
  ];
};

describe('a secret that a template has written out, or an input has in a pair', () => {
  it.each<readonly [string, string, { readonly [name: string]: Json }, Json]>([
    [
      'as a default that was not used',
      written(`foo: { type: string, default: ${hidden} }`, 'password: { get_input: foo }', 'x'),
      { foo: 'Lindenhof' },
      'x',
    ],
    [
      'as a member of a default that was not used',
      written(
        `foo: { type: map, entry_schema: { type: string }, default: { a: ${hidden} } }`,
        'password: { get_input: [ foo, a ] }',
        'x',
      ),
      { foo: { a: 'Lindenhof' } },
      'x',
    ],
    ['at two places', written('', `password: &word ${hidden}, setting: *word`, '*word'), {}, hidden],
    ['with a merge', written('', `<<: { password: ${hidden}, setting: ${hidden} }`, hidden), {}, hidden],
    [
      'under the name of a pair',
      written('foo: { type: list, entry_schema: { type: map } }', 'setting: x', '{ get_input: [ foo, 0, value ] }'),
      { foo: [{ name: 'DB_PASSWORD', value: hidden }] },
      hidden,
    ],
  ])('is read by its owner, and not by the group or its manager: %s', async (_, text, parameters, output) => {
    const id = await made(text, parameters, output);
    expect((await readBy('olga', id)).map(({ body }) => body).join('')).toContain(hidden);
    for (const as of ['mia', 'lena'] as const) {
      const answers = await readBy(as, id);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      for (const { body } of answers) expect(body).not.toContain(hidden);
    }
    const path = { deployment_id: id };
    const sent = { as: 'lena', method: 'PUT', path, query: { dryRun: 'true' }, body: { template: text } } as const;
    expect((await call(update(test.service), sent)).body).not.toContain(hidden);
  });
});
