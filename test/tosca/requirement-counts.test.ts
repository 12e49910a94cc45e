import { describe, expect, it } from 'vitest';
import { expectFound, found, simple, strict } from './found.ts';

describe('how many requirements there are', () => {
  const types = `capability_types: { C: { derived_from: tosca.capabilities.Root } }
node_types:
  Target: { derived_from: tosca.nodes.Root, capabilities: { c: { type: C }, narrow: { type: C, occurrences: [ 0, 2 ] } } }
  Said: { derived_from: tosca.nodes.Root, requirements: [ { r: { capability: C, occurrences: [ 1, 2 ] } } ] }
  Unsaid: { derived_from: tosca.nodes.Root, requirements: [ { r: { capability: C } } ] }
  Any: { derived_from: tosca.nodes.Root, requirements: [ { r: { capability: C, occurrences: [ 0, UNBOUNDED ] } } ] }`;
  const text = (type: string, requirements: readonly string[], more = ''): string =>
    simple(`${types}
topology_template:
  node_templates:
    t: { type: Target }
    n: { type: ${type}${more}, requirements: [ ${requirements.map((each) => `{ r: ${each} }`).join(', ')} ] }`);
  const wide = '{ node: t, capability: c }';

  it.each<[string, readonly string[], string | undefined]>([
    [
      'Said',
      [],
      'error requirement-count topology_template.node_templates.n.requirements.r: n has 0 r requirements; its type allows 1 to 2',
    ],
    ['Said', [wide], undefined],
    ['Said', [wide, wide], undefined],
    [
      'Said',
      [wide, wide, wide],
      'error requirement-count topology_template.node_templates.n.requirements[2].r: n has 3 r requirements; its type allows 1 to 2',
    ],
    ['Unsaid', [], 'warning requirement-count'],
    ['Unsaid', [wide], undefined],
    ['Unsaid', [wide, wide], 'warning requirement-count'],
    ['Any', [], undefined],
    ['Any', [wide, wide, wide], undefined],
    ['Said', ['{ node: t, capability: c, occurrences: [ 1, 3 ] }'], undefined],
    ['Said', ['{ node: t, capability: c, occurrences: [ 3, 3 ] }'], 'error requirement-count'],
  ])('%s with %j', async (type, requirements, problem) => {
    await expectFound(text(type, requirements), problem === undefined ? [] : [problem]);
  });

  it.each(['selectable', 'substitutable', 'select', 'substitute'])(
    'is not asked of a node with the directive %s',
    async (directive) => {
      expect(await found(text('Said', [], `, directives: [ ${directive} ]`))).toEqual([]);
    },
  );

  it('is not asked where the substituted node has it', async () => {
    const mapped = simple(`${types}
topology_template:
  substitution_mappings: { node_type: Said, requirements: { r: [ n, r ] } }
  node_templates: { n: { type: Said } }`);
    expect(await found(mapped)).toEqual([]);
  });

  it('is what a capability takes', async () => {
    const narrow = '{ node: t, capability: narrow }';
    expect(await found(text('Any', [narrow, narrow]))).toEqual([]);
    await expectFound(text('Any', [narrow, wide, narrow, narrow]), [
      'warning requirement-count topology_template.node_templates.n.requirements[3].r: this is relationship 3 that ends at the capability narrow of t, which takes at most 2',
    ]);
  });

  it('is a warning for a host that real templates leave out', async () => {
    const cluster = simple(`node_types:
  FrontEnd: { derived_from: tosca.nodes.SoftwareComponent, requirements: [ { lrms: tosca.capabilities.Node } ] }
topology_template:
  node_templates:
    cluster: { type: FrontEnd, requirements: [ { lrms: slurm } ] }
    slurm: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: server } ] }
    server: { type: tosca.nodes.Compute }`);
    await expectFound(cluster, [
      'warning requirement-count topology_template.node_templates.cluster.requirements.host: cluster has 0 host requirements; its type allows 1 to 1',
    ]);
  });

  it('is what a capability takes, as the node says it', async () => {
    const own = text('Any', [wide, wide]).replace(
      '{ type: Target }',
      '{ type: Target, capabilities: { c: { occurrences: [ 0, 1 ] } } }',
    );
    await expectFound(own, ['warning requirement-count']);
  });

  it.each(['[ 2, 1 ]', '[ 1 ]', '[ a, 2 ]', '[ -1, 2 ]', '[ 1, 2, 3 ]', '1', '[ UNBOUNDED, 1 ]', '{ a: b }'])(
    'is no range: %s',
    async (range) => {
      const at = (where: string): string => simple(`node_types: { N: { derived_from: tosca.nodes.Root, ${where} } }`);
      await expectFound(at(`requirements: [ { r: { capability: tosca.capabilities.Node, occurrences: ${range} } } ]`), [
        'error keyname-type',
      ]);
      await expectFound(at(`capabilities: { c: { type: tosca.capabilities.Node, occurrences: ${range} } }`), [
        'error keyname-type',
      ]);
    },
  );

  it('is said in 2.0 too, and what is not written at all is left to be found', async () => {
    const of = (requirements: string): string =>
      strict(`capability_types: { C: {} }
relationship_types: { J: {} }
node_types:
  T: { capabilities: { c: C } }
  N: { requirements: [ { r: { capability: C, relationship: J, count_range: [ 2, 2 ] } } ] }
service_template: { node_templates: { t: { type: T }, n: { type: N${requirements} } } }`);
    await expectFound(of(''), ['warning requirement-count']);
    await expectFound(of(', requirements: [ { r: t } ]'), ['error requirement-count']);
    await expectFound(of(', requirements: [ { r: t }, { r: t }, { r: t } ]'), ['error requirement-count']);
    await expectFound(of(', requirements: [ { r: t }, { r: t } ]'), []);
  });
});

describe('requirements as a map', () => {
  it.each([
    [
      'a node',
      'topology_template: { node_templates: { n: { type: tosca.nodes.Root, requirements: { dependency: n2 } }, n2: { type: tosca.nodes.Root } } }',
    ],
    ['a type', 'node_types: { N: { derived_from: tosca.nodes.Root, requirements: { r: tosca.capabilities.Node } } }'],
  ])('of %s are one error', async (_, body) => {
    const problems = await found(simple(body));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^error keyname-type .*requirements: expected a list.*, found a map$/);
  });
});
