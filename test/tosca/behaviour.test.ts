import { describe, expect, it } from 'vitest';
import { processTemplate } from '../../src/tosca/process.ts';
import { processorTime } from '../support/processor-time.ts';
import { noImports, topologyOf } from './fixtures.ts';

const simple = (body: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3
group_types: { my.Servers: { derived_from: tosca.groups.Root, members: [ tosca.nodes.Compute ] } }
topology_template:
  node_templates:
    server: { type: tosca.nodes.Compute }
    app: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: server } ] }
${body}`;

const judged = async (text: string) => {
  const { ok, problems } = await processTemplate(text, { inputs: {}, imports: noImports });
  return { ok, found: problems.map(({ severity, code, line }) => `${severity} ${code}@${line}`) };
};

describe('in 1.x, what no tool looks at', () => {
  it.each([
    ['a step for nobody', '  workflows: { w: { steps: { a: { target: nobody, activities: [] } } } }', 'node-unknown'],
    ['a step without activities', '  workflows: { w: { steps: { a: { target: server } } } }', 'keyname-missing'],
    [
      'an operation that is not there',
      '  workflows: { w: { steps: { a: { target: server, activities: [ { call_operation: Standard.begin } ] } } } }',
      'operation-unknown',
    ],
    ['a member of another type', '  groups: { g: { type: my.Servers, members: [ app ] } }', 'member-type'],
    [
      'a trigger without a workflow',
      '  policies: [ { p: { type: tosca.policies.Scaling, triggers: { t: { event: a, action: [ { inline: w } ] } } } } ]',
      'template-unknown',
    ],
  ])('is worth a warning: %s', async (_, body, code) => {
    expect(await judged(simple(`${body}\n`))).toEqual({ ok: true, found: [`warning ${code}@7`] });
  });

  it('says nothing of a trigger that has the keyname of versions before 1.3', async () => {
    const trigger =
      't: { description: x, event_type: tosca.events.resource.utilization, condition: { constraint: { greater_than: 50 } }, action: {} }';
    const body = `  policies: [ { p: { type: tosca.policies.Scaling, triggers: { ${trigger} } } } ]\n`;
    expect(await judged(simple(body))).toEqual({ ok: true, found: [] });
    expect((await judged(simple(body.replace('event_type', 'event_typ')))).found).toEqual(['error keyname-unknown@7']);
  });

  it('says nothing of a workflow that is right', async () => {
    const body = `  workflows:
    deploy:
      inputs: { how: { type: string, default: slowly } }
      steps:
        first: { target: server, activities: [ { set_state: creating }, { call_operation: Standard.create } ], on_success: [ second ] }
        second: { target: app, activities: [ { delegate: deploy }, { inline: rest } ] }
    rest: { steps: { last: { target: app, activities: [ { set_state: started } ] } } }
`;
    expect(await judged(simple(body))).toEqual({ ok: true, found: [] });
  });
});

describe('regular expressions', () => {
  const withPattern = (pattern: string, value: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs: { a: { type: string, constraints: [ { pattern: '${pattern}' } ] } }
  outputs: { b: { value: '${value}' } }
`;
  const bind = (pattern: string, a: string) =>
    processTemplate(withPattern(pattern, a), { inputs: { a }, imports: noImports });

  it('match the whole text', async () => {
    expect((await bind('b+', 'abba')).ok).toBe(false);
    expect((await bind('ab+a', 'abba')).ok).toBe(true);
  });

  it('take time that grows with the text, not with what could be tried', async () => {
    const started = processorTime();
    expect((await bind('(a+)+b', 'a'.repeat(20_000))).ok).toBe(false);
    expect(processorTime() - started).toBeLessThan(5_000);
  });

  it('that only other engines know judge nothing, and say so', async () => {
    const { ok, problems } = await bind('(?=a)a', 'b');
    expect(ok).toBe(true);
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([['constraint-invalid', 'warning']]);
  });
});

describe('values with units', () => {
  it('are added in the unit that the others are multiples of', async () => {
    const text = `tosca_definitions_version: tosca_2_0
data_types: { Size: { derived_from: scalar, units: { B: 1, kB: 1000 } } }
node_types: { N: { properties: { z: { type: Size } } } }
service_template:
  node_templates:
    sum: { type: N, properties: { z: { $sum: [ 1 kB, 24 B ] } } }
    half: { type: N, properties: { z: { $quotient: [ 1 kB, 2 ] } } }
`;
    const { nodes } = await topologyOf(text);
    expect(nodes.map(({ name, properties }) => [name, properties['z']])).toEqual([
      ['sum', '1024 B'],
      ['half', '500 B'],
    ]);
  });
});

describe('a dollar sign', () => {
  it('that is doubled is one', async () => {
    const text = `tosca_definitions_version: tosca_2_0
node_types: { N: { properties: { m: { type: map, entry_schema: string } } } }
service_template: { node_templates: { n: { type: N, properties: { m: { $$key: $$value, other: $$$x } } } } }
`;
    const [node] = (await topologyOf(text)).nodes;
    expect(node?.properties['m']).toEqual({ $key: '$value', other: '$$x' });
  });
});
