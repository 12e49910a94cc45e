/** Operations that the definition of a requirement gives its relationship (1.3 section 3.7.3, 2.0 section 8.4). */

import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { planSoftware } from '../../src/domain/cloudformation/operations/plan-software.ts';
import { unsupportedReasons } from '../../src/domain/infrastructure-manager/unsupported.ts';
import { bindTemplate } from '../../src/tosca/infrastructure-manager/bind.ts';
import { deployable } from '../../src/tosca/infrastructure-manager/deployable.ts';
import { topologyOf } from './fixtures.ts';
import { found } from './found.ts';

const imports = { read: () => Promise.reject(new Error('no imports')) };
const at = (name: string): string => `https://scripts.example/${name}.yml`;

interface Parts {
  readonly definition: string;
  readonly requirement?: string;
  readonly more?: string;
  readonly types?: string;
}

const simple = ({ definition, requirement = 'd', more = '', types = '' }: Parts): string => `
tosca_definitions_version: tosca_simple_yaml_1_3
relationship_types:
  my.Joins: { derived_from: tosca.relationships.ConnectsTo }
  my.Own: { derived_from: tosca.relationships.ConnectsTo, interfaces: { Configure: { pre_configure_source: ${at('type')} } } }
node_types:
  my.Base:
    derived_from: tosca.nodes.SoftwareComponent
    properties: { words: { type: string, default: from the node } }
    requirements:
      - db: { capability: tosca.capabilities.Endpoint.Database, node: tosca.nodes.Database, relationship: { type: tosca.relationships.ConnectsTo, interfaces: ${definition} } }
  my.App: { derived_from: my.Base${types} }
topology_template:${more}
  node_templates:
    vm: { type: tosca.nodes.Compute }
    pg: { type: tosca.nodes.DBMS, requirements: [ { host: vm } ] }
    d: { type: tosca.nodes.Database, properties: { name: x }, requirements: [ { host: pg } ] }
    app: { type: my.App, requirements: [ { host: vm }, { db: ${requirement} } ] }
`;

const two = ({ definition, requirement = 'd' }: Parts): string => `
tosca_definitions_version: tosca_2_0
imports: [ { profile: "org.oasis-open.tosca.simple:2.0" } ]
node_types:
  App:
    derived_from: SoftwareComponent
    properties: { words: { type: string, default: from the node } }
    requirements:
      - db: { capability: Endpoint.Database, node: Database, relationship: { type: ConnectsTo, interfaces: ${definition} } }
service_template:
  node_templates:
    vm: { type: Compute }
    pg: { type: DBMS, requirements: [ { host: vm } ] }
    d: { type: Database, properties: { name: x }, requirements: [ { host: pg } ] }
    app: { type: App, requirements: [ { host: vm }, { db: ${requirement} } ] }
`;

/** For each deployer: what it runs for the relationship, as operation → file and inputs. */
const sentToManager = async (text: string) => {
  const { text: readable, processed } = await deployable(text, { inputs: {}, imports });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  const sent = load(bindTemplate(readable, { inputs: {}, name: 'x' })) as { topology_template: Sent };
  const { node_templates: nodes, relationship_templates: templates = {} } = sent.topology_template;
  const requirements = nodes['app']?.requirements ?? [];
  const found = requirements.flatMap((one) => Object.entries(one)).find(([name]) => name !== 'host')?.[1];
  const relationship = typeof found === 'string' ? undefined : found?.relationship;
  const whole = typeof relationship === 'string' ? templates[relationship] : relationship;
  return { operations: whole?.interfaces?.['Configure'], reasons: unsupportedReasons(processed.topology.nodes) };
};

interface Sent {
  readonly node_templates: Record<
    string,
    { requirements?: Record<string, string | { relationship?: string | Whole }>[] }
  >;
  readonly relationship_templates?: Record<string, Whole>;
}
interface Whole {
  readonly interfaces?: Record<string, unknown>;
}

const stepsOnAws = async (text: string) => {
  const { nodes, outputs, secrets } = await topologyOf(text);
  const { software } = planSoftware(
    { nodes, outputs, secrets },
    { byName: new Map(nodes.map((node) => [node.name, node])), attributeOf: () => undefined, publicNodes: new Set() },
  );
  return Object.fromEntries(
    software.steps
      .filter(({ target }) => target === 'd')
      .map(({ operation, script, inputs }) => [operation, { implementation: script.file, inputs }]),
  );
};

const defined = `{ Configure: { operations: { pre_configure_source: { implementation: ${at('defined')}, inputs: { words: { type: string, default: { get_property: [ SOURCE, words ] } }, n: { type: integer, default: 4 } } } } } }`;
const definedIn2 = defined.replace('get_property: [ SOURCE, words ]', '$get_property: [ SELF, SOURCE, words ]');
const run = { pre_configure_source: { implementation: at('defined'), inputs: { words: 'from the node', n: 4 } } };

const shared = `
  relationship_templates:
    shared: { type: my.Joins, interfaces: { Configure: { add_target: ${at('own')} } } }`;
const assigned = (operation: string): string =>
  `{ node: d, relationship: { type: tosca.relationships.ConnectsTo, interfaces: { Configure: { pre_configure_source: ${operation} } } } }`;
const withN = { pre_configure_source: { implementation: at('defined'), inputs: { words: 'from the node', n: 5 } } };

describe('operations in the definition of a requirement', () => {
  it.each<[string, string, unknown]>([
    ['as the name of a node', simple({ definition: defined }), run],
    ['as a map', simple({ definition: defined, requirement: '{ node: d }' }), run],
    ['with a type', simple({ definition: defined, requirement: '{ node: d, relationship: my.Joins }' }), run],
    [
      'with a template, which keeps its own operations',
      simple({ definition: defined, requirement: '{ node: d, relationship: shared }', more: shared }),
      { add_target: { implementation: at('own') }, ...run },
    ],
    [
      'with an operation that has no implementation of its own',
      simple({ definition: defined, requirement: assigned('{ inputs: { n: 5 } }') }),
      withN,
    ],
    [
      'with an operation of its own, which takes the inputs',
      simple({ definition: defined, requirement: assigned(at('own')) }),
      { pre_configure_source: { ...run.pre_configure_source, implementation: at('own') } },
    ],
    [
      'in a type that refines the definition and keeps its operations',
      simple({
        definition: defined,
        types:
          ', requirements: [ { db: { capability: tosca.capabilities.Endpoint.Database, relationship: my.Joins } } ]',
      }),
      run,
    ],
    [
      'in a type that gives the inputs alone',
      simple({
        definition: defined,
        types:
          ', requirements: [ { db: { capability: tosca.capabilities.Endpoint.Database, relationship: { type: my.Joins, interfaces: { Configure: { pre_configure_source: { inputs: { n: 5 } } } } } } } ]',
      }),
      withN,
    ],
    ['in 2.0', two({ definition: definedIn2 }), run],
    [
      'in 2.0, with inputs of the requirement',
      two({
        definition: definedIn2,
        requirement:
          '{ node: d, relationship: { interfaces: { Configure: { operations: { pre_configure_source: { inputs: { n: 5 } } } } } } }',
      }),
      withN,
    ],
  ])('are run for a requirement %s', async (_, text, wanted) => {
    const { operations, reasons } = await sentToManager(text);
    expect(reasons).toEqual([]);
    expect(normal(operations)).toEqual(normal(wanted));
    expect(normal(await stepsOnAws(text))).toEqual(normal(wanted));
  });

  it('give way to those of a type below that the template chooses', async () => {
    const text = simple({ definition: defined, requirement: '{ node: d, relationship: my.Own }' });
    expect(await stepsOnAws(text)).toMatchObject({ pre_configure_source: { implementation: at('type') } });
    // the manager would run the type's operation without these inputs
    expect((await sentToManager(text)).reasons).toEqual([expect.stringContaining('pre_configure_source')]);
  });

  it('are not those of a relationship of another type', async () => {
    const text = simple({
      definition: defined,
      types:
        ', requirements: [ { db: { capability: tosca.capabilities.Endpoint.Database, relationship: tosca.relationships.DependsOn } } ]',
    });
    expect(await stepsOnAws(text)).toEqual({});
  });

  it('have names that the relationship has', async () => {
    const misspelt = (of: string) => of.replaceAll('pre_configure_source', 'pre_configure_sorce');
    const told = [simple({ definition: misspelt(defined) }), two({ definition: misspelt(definedIn2) })];
    expect((await Promise.all(told.map(found))).flat()).toEqual([
      expect.stringMatching(/^warning operation-unknown .*pre_configure_source/),
      expect.stringMatching(/^error operation-unknown .*pre_configure_source/),
    ]);
    expect(await found(simple({ definition: defined.replace('Configure', 'Configur') }))).toEqual([
      expect.stringMatching(/^warning interface-unknown .*Configure/),
    ]);
  });

  it('may have an interface of their own in 1.x', async () => {
    const own = `{ Own: { type: tosca.interfaces.relationship.Configure, pre_configure_source: ${at('defined')} } }`;
    const text = simple({ definition: own });
    expect(await found(text)).toEqual([]);
    expect(await stepsOnAws(text)).toMatchObject({ pre_configure_source: { implementation: at('defined') } });
  });
});

/** The short form of an operation, and the same without inputs, are one. */
function normal(operations: unknown): unknown {
  const entries = Object.entries((operations ?? {}) as Record<string, unknown>).map(([name, one]) => {
    const whole = typeof one === 'string' ? { implementation: one } : (one as object);
    return [name, { inputs: {}, ...whole }];
  });
  return Object.fromEntries(entries);
}
