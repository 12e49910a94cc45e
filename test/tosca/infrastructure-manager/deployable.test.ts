import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';
import { validateTemplate } from '../../../src/tosca/process.ts';
import type { Json, Topology } from '../../../src/tosca/topology.ts';
import { fixtures, noImports } from '../fixtures.ts';

const given = (text: string, inputs: Readonly<Record<string, Json>> = {}) =>
  deployable(text, { inputs, imports: noImports });

const service = (body: string, types = ''): string => `tosca_definitions_version: tosca_2_0
imports: [ { profile: "org.oasis-open.tosca.simple:2.0" } ]
${types}
service_template:
${body.replaceAll(/^/gm, '  ')}
`;

interface Translation {
  readonly topology_template: { readonly node_templates: Readonly<Record<string, Json>>; readonly outputs?: Json };
}

async function translation(text: string, inputs: Readonly<Record<string, Json>> = {}): Promise<Translation> {
  const { text: translated, processed } = await given(text, inputs);
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  return load(translated) as Translation;
}

const nodesOf = async (text: string) => (await translation(text)).topology_template.node_templates;

const topologyOf = async (text: string, inputs: Readonly<Record<string, Json>> = {}): Promise<Topology> => {
  const { processed } = await given(text, inputs);
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  return processed.topology;
};

const problemsOf = async (text: string) =>
  (await given(text)).processed.problems.map(({ code, line, message }) => ({ code, line, message }));

describe('a template of TOSCA 2.0', () => {
  const software = readFileSync(join(fixtures, 'good/software-2.0.yaml'), 'utf8');

  it('is valid, and its count is the number of its nodes', async () => {
    const { ok, topology } = await validateTemplate(software, noImports);
    expect(ok).toBe(true);
    expect(topology?.nodes.map(({ name, count }) => [name, count])).toEqual([
      ['front', 1],
      ['worker', 2],
      ['site', 1],
    ]);
  });

  it('is deployed as nodes of the normative types of 1.3', async () => {
    const { version, nodes } = await topologyOf(software, { workers: 5, memory: '4 GB' });
    expect(version).toBe('tosca_simple_yaml_1_3');
    expect(nodes.map(({ name, type, count }) => [name, type, count])).toEqual([
      ['front', 'tosca.nodes.Compute', 1],
      ['worker', 'tosca.nodes.Compute', 5],
      ['site', 'tosca.nodes.SoftwareComponent', 1],
    ]);
    expect(nodes[1]?.capabilities['host']?.properties).toEqual({ num_cpus: 4, mem_size: '4 GB' });
  });

  it('is written so that a reader of YAML 1.1 takes numbers for numbers and texts for texts', async () => {
    const { text } = await given(
      service(
        `node_templates:
  one:
    type: Compute
    interfaces:
      Standard:
        operations:
          create:
            implementation: { primary: a.sh }
            inputs: { small: 1.0e-7, large: 1.0e+21, list: [ 2.0e-9 ], text: "1e-7", odd: "a\\u0085b\\ufeff", answer: "yes", brackets: "x\\": 1e-7" }
`,
      ),
    );
    expect(text).toContain('"small": 1.0e-7');
    expect(text).toContain('"large": 1.0e+21');
    expect(text).toMatch(/^ *2\.0e-9$/m);
    expect(text).toContain('"text": "1e-7"');
    expect(text).toContain('"odd": "a\\u0085b\\ufeff"');
    expect(text).toContain('"answer": "yes"');
    expect(text).toContain('"brackets": "x\\": 1e-7"');
    expect(JSON.parse(text)).toEqual(load(text));
  });

  it('keeps the operations that its types give it, with their values', async () => {
    const { site } = await nodesOf(software);
    expect(site).toMatchObject({
      interfaces: {
        Standard: {
          configure: {
            implementation: 'https://example.org/site.yaml',
            inputs: {
              title: 'Made by Toscanini',
              port: 80,
              address: { get_attribute: ['front', 'private_address'] },
            },
          },
        },
      },
    });
  });

  it('asks in the words of 1.3 for what only the deployment can tell', async () => {
    const { topology_template } = await translation(software);
    expect(topology_template.outputs).toMatchObject({
      'toscanini:url:get_attribute:front.public_address': { value: { get_attribute: ['front', 'public_address'] } },
      memory: { value: '2 GB' },
    });
  });

  it('may say that a node is to be created, also if it cannot be selected', async () => {
    const created = (directives: string) =>
      problemsOf(service(`node_templates: { a: { type: Compute, directives: [ ${directives} ] } }`));
    expect(await created('create')).toEqual([]);
    expect(await created('select, create')).toEqual([]);
    expect(await created('select')).toMatchObject([{ code: 'version-undeployable' }]);
  });

  it('is translated to the same text each time', async () => {
    expect((await given(software)).text).toBe((await given(software)).text);
  });

  it('is refused with all that is wrong, as any other', async () => {
    const { text, processed } = await given(software.replace('type: Server', 'type: Servant'));
    expect(processed).toMatchObject({ ok: false, problems: [{ code: 'type-unknown' }] });
    expect(text).toContain('tosca_2_0');
  });
});

describe('the imports of a template of TOSCA 2.0', () => {
  const types = 'tosca_definitions_version: tosca_2_0\nimports: [ { profile: "org.oasis-open.tosca.simple:2.0" } ]';
  const own = `${types}\nnode_types: { Server: { derived_from: Compute } }\n`;
  const text = `${types.replace(' ]', ', { url: "https://types.example/own.yaml" }, { profile: "my.own:1.0" } ]')}
service_template: { node_templates: { front: { type: Server } } }
`;
  const readBy = async (answer: () => string) => {
    const asked: string[] = [];
    const imports = {
      read: async (address: string): Promise<string> => {
        asked.push(address);
        return answer();
      },
      profile: async (name: string) => {
        asked.push(name);
        return { address: `file:${name}`, text: types };
      },
    };
    return { ...(await deployable(text, { inputs: {}, imports })), asked };
  };

  it('are read once for all that is made of it', async () => {
    const answers = [own];
    const { processed, asked, text: translated } = await readBy(() => answers.pop() ?? 'node_types: {}');
    expect(processed).toMatchObject({ ok: true });
    expect(translated).toContain('tosca.nodes.Compute');
    expect(asked).toEqual(['https://types.example/own.yaml', 'my.own:1.0']);
  });

  it('are told when they cannot be read, as ever', async () => {
    const { processed, asked } = await readBy(() => {
      throw new Error('the server answered 404');
    });
    expect(processed.ok).toBe(false);
    expect(processed.problems[0]).toMatchObject({
      code: 'import-failed',
      message: expect.stringContaining('the server answered 404'),
    });
    expect(asked).toHaveLength(2);
  });
});

describe('a translation', () => {
  it('takes what the template says of an operation before what its types say', async () => {
    const types = `node_types:
  Base:
    derived_from: SoftwareComponent
    interfaces:
      Standard:
        inputs: { where: { type: string, default: everywhere } }
        operations:
          create: { implementation: base.sh, inputs: { size: { type: integer, default: 1 } } }
          start: { implementation: start.sh }`;
    const { app } = await nodesOf(
      service(
        `node_templates:
  machine: { type: Compute }
  app:
    type: Base
    requirements: [ { host: machine } ]
    interfaces: { Standard: { operations: { create: { implementation: own.sh, inputs: { size: 7 } } } } }`,
        types,
      ),
    );
    expect(app).toMatchObject({
      interfaces: {
        Standard: {
          create: { implementation: 'own.sh', inputs: { where: 'everywhere', size: 7 } },
          start: { implementation: 'start.sh', inputs: { where: 'everywhere' } },
        },
      },
    });
  });

  it('attaches a disk, whatever the requirement is called', async () => {
    const types = `node_types:
  Store:
    derived_from: Compute
    requirements: [ { disk: { capability: Attachment, node: BlockStorage, relationship: AttachesTo } } ]`;
    const { store, volume } = await nodesOf(
      service(
        `node_templates:
  store:
    type: Store
    requirements: [ { disk: { node: volume, relationship: { type: AttachesTo, properties: { location: /data } } } } ]
  volume: { type: BlockStorage, properties: { size: 10 GB } }`,
        types,
      ),
    );
    expect(volume).toEqual({ type: 'tosca.nodes.BlockStorage', properties: { size: '10 GB' } });
    expect(store).toEqual({
      type: 'tosca.nodes.Compute',
      requirements: [
        {
          local_storage: {
            node: 'volume',
            relationship: { type: 'tosca.relationships.AttachesTo', properties: { location: '/data' } },
          },
        },
      ],
    });
  });

  it('names each part that has no like in 1.3, where it stands', async () => {
    const types = 'node_types: { Strange: { properties: { n: { type: integer } } } }';
    const found = await problemsOf(
      service(
        `node_templates:
  strange: { type: Strange, properties: { n: 1 } }
  found: { type: Compute, directives: [ select ] }
  machine: { type: Compute }
  apps: { type: SoftwareComponent, count: 2, requirements: [ { host: machine } ] }
outputs:
  sum: { value: { $sum: [ 1, { $get_attribute: [ machine, private_address ] } ] } }`,
        types,
      ),
    );
    expect(found.map(({ code, line }) => [code, line])).toEqual([
      ['version-undeployable', 6],
      ['version-undeployable', 7],
      ['version-undeployable', 9],
      ['version-undeployable', 11],
    ]);
    expect(found.map(({ message }) => message).join('\n')).toMatch(
      /Strange does not derive from.*\n.*directive select.*\n.*count of 2.*\n.*\$sum of a value that is only known after deployment/,
    );
  });
});

describe('a template of the Simple Profile', () => {
  it('is given as it came', async () => {
    const text = 'tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template: { node_templates: {} }\n';
    const { text: same, processed } = await given(text);
    expect(same).toBe(text);
    expect(processed.ok).toBe(true);
  });
});
