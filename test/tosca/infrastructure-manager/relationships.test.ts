import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { bindTemplate } from '../../../src/tosca/infrastructure-manager/bind.ts';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';

const imports = { read: () => Promise.reject(new Error('no imports')) };

const sent = async (nodes: string, more = ''): Promise<Record<string, unknown>> => {
  const text = `tosca_definitions_version: tosca_simple_yaml_1_3\n${more}topology_template:\n  node_templates:\n${nodes}`;
  const { text: readable, processed } = await deployable(text, { inputs: {}, imports });
  expect(processed).toMatchObject({ ok: true });
  const bound = load(bindTemplate(readable, { inputs: {}, name: 'x' })) as {
    topology_template: Record<string, unknown>;
  };
  return bound.topology_template;
};

const machine =
  '    vm: { type: tosca.nodes.Compute }\n    pool: { type: tosca.nodes.SoftwareComponent, requirements: [ host: vm ] }\n';

describe('requirements, as the Infrastructure Manager merges them by position', () => {
  it.each([
    '[ { host: vm }, { dependency: pool }, { dependency: other } ]',
    '[ { dependency: other }, { host: vm }, { dependency: pool } ]',
    '[ { dependency: { node: pool } }, { dependency: other }, { host: vm } ]',
  ])('stand by name and target: %s', async (requirements) => {
    const other = '    other: { type: tosca.nodes.SoftwareComponent, requirements: [ host: vm ] }\n';
    const { node_templates } = await sent(
      `${machine}${other}    one: { type: tosca.nodes.SoftwareComponent, requirements: ${requirements} }`,
    );
    const targets = (node_templates as { one: { requirements: Record<string, unknown>[] } }).one.requirements;
    expect(targets.map((each) => Object.keys(each)[0])).toEqual(['dependency', 'dependency', 'host']);
    expect(targets[0]).toEqual({ dependency: 'other' });
  });

  it('are the same text in any order, also several of one name and target, with templates of relationships', async () => {
    const written = [
      '{ host: { node: vm, relationship: on } }',
      '{ dependency: { node: pool, relationship: before } }',
      '{ dependency: { node: pool, relationship: after } }',
      '{ dependency: { node: pool, capability: feature } }',
      '{ dependency: pool }',
      '{ dependency: { node: pool, relationship: { type: tosca.relationships.DependsOn } } }',
    ];
    const sentIn = (requirements: readonly string[]) =>
      sent(`${machine}    one: { type: tosca.nodes.SoftwareComponent, requirements: [ ${requirements.join()} ] }
    two: { type: tosca.nodes.SoftwareComponent, requirements: [ ${requirements.join()} ] }
  relationship_templates:
    on: { type: tosca.relationships.HostedOn }
    before: { type: tosca.relationships.DependsOn, interfaces: { Configure: { pre_configure_source: https://s.example/a.yml } } }
    after: { type: tosca.relationships.DependsOn, interfaces: { Configure: { post_configure_source: https://s.example/b.yml } } }`);
    const first = JSON.stringify(await sentIn(written));
    for (const [index] of written.entries()) {
      const turned = [...written.slice(index), ...written.slice(0, index)];
      expect(JSON.stringify(await sentIn(turned))).toBe(first);
      expect(JSON.stringify(await sentIn(turned.toReversed()))).toBe(first);
    }
  });

  it('keep the order of volumes whose relationship is a template', async () => {
    const disk = (name: string) => `{ disk: { node: ${name}, relationship: at_${name} } }`;
    const at = (name: string) =>
      `    at_${name}: { type: tosca.relationships.AttachesTo, properties: { location: /${name} } }`;
    const { node_templates } = await sent(
      `    vm: { type: Server, requirements: [ ${disk('b')}, ${disk('a')} ] }
    a: { type: tosca.nodes.BlockStorage, properties: { size: 1 GB } }
    b: { type: tosca.nodes.BlockStorage, properties: { size: 2 GB } }
  relationship_templates:
${at('a')}
${at('b')}`,
      'node_types: { Server: { derived_from: tosca.nodes.Compute, requirements: [ { disk: { capability: tosca.capabilities.Attachment, relationship: tosca.relationships.AttachesTo, occurrences: [ 0, UNBOUNDED ] } } ] } }\n',
    );
    expect(node_templates).toMatchObject({
      vm: { requirements: [{ disk: { node: 'b' } }, { disk: { node: 'a' } }] },
    });
  });

  it('keep the order of volumes, which numbers the disks', async () => {
    const disk = (name: string) =>
      `{ local_storage: { node: ${name}, relationship: { type: tosca.relationships.AttachesTo, properties: { location: /${name} } } } }`;
    const { node_templates } =
      await sent(`    vm: { type: tosca.nodes.Compute, requirements: [ ${disk('b')}, ${disk('a')} ] }
    a: { type: tosca.nodes.BlockStorage, properties: { size: 1 GB } }
    b: { type: tosca.nodes.BlockStorage, properties: { size: 2 GB } }`);
    expect(node_templates).toMatchObject({
      vm: { requirements: [{ local_storage: { node: 'b' } }, { local_storage: { node: 'a' } }] },
    });
  });

  it('get a host that hosts nothing where the parser demands one', async () => {
    const { node_templates } = await sent(`    vm: { type: tosca.nodes.Compute }
    one: { type: tosca.nodes.SoftwareComponent }`);
    expect(node_templates).toMatchObject({
      one: { requirements: [{ host: { node: 'vm', relationship: 'tosca.relationships.DependsOn' } }] },
    });
  });
});

describe('operations of relationships', () => {
  const member = (relationship: string) =>
    `${machine}    one: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: vm }, { dependency: { node: pool, relationship: ${relationship} } } ] }`;

  it.each(['remove_target', 'target_changed', 'remove_source'])(
    'are not sent when they are for later: %s',
    async (name) => {
      const operations = `{ ${name}: 'https://x.example/later.yml', add_target: 'https://x.example/now.yml' }`;
      const whole = await sent(
        member(`{ type: tosca.relationships.DependsOn, interfaces: { Configure: ${operations} } }`),
      );
      expect(JSON.stringify(whole)).not.toContain('later.yml');
      expect(JSON.stringify(whole)).toContain('now.yml');
    },
  );

  it('are those of a template of its own, where the parser would drop the relationship', async () => {
    const relationship = `{ type: tosca.relationships.ConnectsTo, interfaces: { Configure: { add_target: 'https://x.example/now.yml' } } }`;
    expect(await sent(member(relationship))).toMatchObject({
      node_templates: { one: { requirements: [{ dependency: { relationship: 'one_dependency_0' } }, { host: 'vm' }] } },
      relationship_templates: { one_dependency_0: { type: 'tosca.relationships.ConnectsTo' } },
    });
  });
});

it('a relationship template that several requirements name is copied, since the manager refuses it for a second one', async () => {
  const member = (name: string) =>
    `    ${name}: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: { node: vm, relationship: on } }, { dependency: { node: pool, relationship: after } } ] }`;
  const { node_templates, relationship_templates } = await sent(`${machine}${member('one')}
${member('two')}
  relationship_templates:
    on: { type: tosca.relationships.HostedOn }
    after: { type: tosca.relationships.DependsOn, interfaces: { Configure: { pre_configure_source: https://s.example/a.yml } } }`);
  expect(node_templates).toMatchObject({
    one: { requirements: [{ dependency: { relationship: 'after' } }, { host: { relationship: 'on' } }] },
    two: {
      requirements: [{ dependency: { relationship: 'two_dependency_0' } }, { host: { relationship: 'two_host_1' } }],
    },
  });
  const { on, after } = relationship_templates as { on: object; after: object };
  expect(relationship_templates).toEqual({ on, after, two_dependency_0: after, two_host_1: on });
});

describe('a credential', () => {
  it('of a token alone is no call of the function token', async () => {
    const { node_templates } = await sent(
      `${machine}    one: { type: tosca.nodes.SoftwareComponent, properties: { admin_credential: { token: secret } }, requirements: [ host: vm ] }`,
    );
    expect(node_templates).toMatchObject({
      one: { properties: { admin_credential: { token: 'secret', token_type: 'password' } } },
    });
  });
});
