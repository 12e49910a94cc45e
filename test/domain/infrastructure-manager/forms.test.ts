import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { fitTemplate } from '../../../src/domain/infrastructure-manager/fit-template.ts';
import { unsupportedReasons } from '../../../src/domain/infrastructure-manager/unsupported.ts';
import type { Offer } from '../../../src/domain/providers/offer.ts';
import { bindTemplate } from '../../../src/tosca/infrastructure-manager/bind.ts';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';

const imports = { read: () => Promise.reject(new Error('no imports')) };

/** What becomes of a template, as `plan` says it: edits by their path, notes, and reasons. */
const judged = async (nodes: string) => {
  const text = `tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n${nodes}`;
  const { processed } = await deployable(text, { inputs: {}, imports });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  const { edits, notes = [] } = fitTemplate(processed.topology, { id: 'any', name: 'any' } as Offer);
  return {
    edits: Object.fromEntries(edits.map(({ node, path, value }) => [[node, ...path].join('.'), value ?? 'left out'])),
    notes,
    reasons: unsupportedReasons(processed.topology.nodes),
  };
};

const compute = (capabilities: string) => `    s: { type: tosca.nodes.Compute, capabilities: { ${capabilities} } }`;
const os = (values: string) => compute(`os: { properties: { ${values} } }`);
const host = (values: string) => compute(`host: { properties: { ${values} } }`);
const endpoint = (values: string) => compute(`endpoint: { properties: { ${values} } }`);
const volume = (values: string) => `    v: { type: tosca.nodes.BlockStorage, properties: { ${values} } }`;

const ofOs = 's.capabilities.os.properties.';
const ofHost = 's.capabilities.host.properties.';
const ofEndpoint = 's.capabilities.endpoint.properties.';

describe('what means the same is written, and nothing is said', () => {
  it.each([
    ['the standard name of a processor', os('architecture: x86_32'), { [`${ofOs}architecture`]: 'i386' }],
    ['another name of one', os('architecture: amd64'), { [`${ofOs}architecture`]: 'x86_64' }],
    ['a system by a short name', os('type: mac'), { [`${ofOs}type`]: 'Mac OS X' }],
    ['an empty text', os("type: ''"), { [`${ofOs}type`]: 'left out' }],
    ['half a byte', host('mem_size: 1.3 GiB'), { [`${ofHost}mem_size`]: '1395864372 B' }],
    ['a name that the type lacks', host('name: web'), { [`${ofHost}name`]: 'left out' }],
    ['capital letters', endpoint('protocol: UDP, port: 53'), { [`${ofEndpoint}protocol`]: 'udp' }],
    [
      'only a range of targets',
      endpoint('ports: { a: { target_range: [80, 90] } }'),
      { [`${ofEndpoint}ports`]: { a: { protocol: 'tcp', target_range: [80, 90], source_range: [80, 90] } } },
    ],
    ['a volume that exists', volume('volume_id: x'), { 'v.properties.size': '1 MB' }],
    ['the usual size of a volume, which is 0', volume(''), { 'v.properties.size': { concat: ['0 MB'] } }],
    ['a volume of 0, which is none', volume('size: 0 MB'), { 'v.properties.size': { concat: ['0 MB'] } }],
    ['a store of objects', '    b: { type: tosca.nodes.ObjectStorage }', { 'b.properties.name': 'b' }],
    [
      'a volume at a machine of whose system nothing is said',
      `    s: { type: tosca.nodes.Compute, requirements: [ local_storage: { node: v, relationship: { type: tosca.relationships.AttachesTo, properties: { location: /d } } } ] }
${volume('size: 1 GB')}`,
      { [`${ofOs}type`]: 'linux' },
    ],
    [
      'ports of one machine without an order',
      `    s: { type: tosca.nodes.Compute }
    net: { type: tosca.nodes.network.Network }
    one: { type: tosca.nodes.network.Port, requirements: [ binding: s, link: net ] }
    two: { type: tosca.nodes.network.Port, requirements: [ binding: s, link: net ] }`,
      { 'two.properties.order': 1 },
    ],
  ])('%s', async (_, nodes, edits) => {
    expect(await judged(nodes)).toEqual({ edits, notes: [], reasons: [] });
  });

  it.each([
    ['what it takes', compute('os: { properties: { architecture: x86_64, type: Linux, version: 22.04 } }')],
    ['whole bytes', host('mem_size: 1.5 GB')],
    ['a port', endpoint('protocol: tcp, port: 80, ports: { a: { source: 80, target: 8080 }, b: { target: 5 } }')],
    ['a protocol that opens no port', endpoint('protocol: igmp')],
  ])('%s stays', async (_, nodes) => {
    expect(await judged(nodes)).toEqual({ edits: {}, notes: [], reasons: [] });
  });
});

describe('a narrowed meaning is a note', () => {
  it.each([
    ['https', endpoint('protocol: https, port: 443'), { [`${ofEndpoint}protocol`]: 'tcp' }, ['https', 'tcp']],
    ['ntp', endpoint('protocol: ntp, port: 123'), { [`${ofEndpoint}protocol`]: 'udp' }, ['ntp', 'udp']],
    ['a frequency', host('cpu_frequency: 2.4 GHz'), { [`${ofHost}cpu_frequency`]: 'left out' }, ['2.4 GHz']],
    ['a qualified version', os('version: 6.5.0.beta-2'), { [`${ofOs}version`]: '6.5.0' }, ['6.5.0.beta-2']],
    [
      'an operation that nobody runs',
      `    s: { type: tosca.nodes.Compute, interfaces: { Standard: { stop: https://x.example/stop.yml } } }`,
      {},
      ['stop', 's'],
    ],
  ])('%s', async (_, nodes, edits, words) => {
    const said = await judged(nodes);
    expect(said).toMatchObject({ edits, reasons: [] });
    expect(said.notes).toHaveLength(1);
    for (const word of words) expect(said.notes[0]).toContain(word);
  });
});

describe('what has no form is a reason', () => {
  it.each([
    ['another processor', os('architecture: aarch64'), 'aarch64'],
    ['another system', os('type: aix'), 'aix'],
    ['a transport without ports', endpoint('protocol: igmp, port: 80'), 'igmp'],
    ['a port without a number', endpoint('ports: { a: { protocol: udp } }'), 'port a of endpoint'],
    ['ranges that differ', endpoint('ports: { a: { source_range: [1, 5], target_range: [11, 15] } }'), 'range'],
    ['a snapshot', volume('snapshot_id: x, size: 1 GB'), 'snapshot x'],
    ['an abstract type', '    c: { type: tosca.nodes.Abstract.Compute }', 'tosca.nodes.Abstract.Compute'],
    [
      'a container on a machine',
      `    s: { type: tosca.nodes.Compute }
    r: { type: tosca.nodes.Container.Runtime, requirements: [ host: s ] }
    c: { type: tosca.nodes.Container.Application, requirements: [ host: r ], artifacts: { image: { file: nginx, type: tosca.artifacts.Deployment.Image.Container.Docker } } }`,
      'the container c stands on the machine s',
    ],
    ['a container without an image', '    c: { type: tosca.nodes.Container.Application }', 'container c'],
    ['a port that is bound to nothing', '    p: { type: tosca.nodes.network.Port }', 'requirement binding'],
    [
      'a script',
      `    s: { type: tosca.nodes.Compute, interfaces: { Standard: { create: https://x.example/install.sh } } }`,
      'install.sh',
    ],
  ])('%s', async (_, nodes, word) => {
    const { reasons } = await judged(nodes);
    expect(reasons.join('\n')).toContain(word);
  });
});

describe('nodes whose names are one when they are joined', () => {
  const run = 'interfaces: { Standard: { create: https://x.example/c.yml } }';
  const software = (name: string, host: string, operations = run) =>
    `    ${name}: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: ${host} } ], ${operations} }`;
  const machines = (...names: string[]) => names.map((name) => `    ${name}: { type: tosca.nodes.Compute }`);

  it.each([
    [
      'software on two machines',
      [...machines('c', 'b_c'), software('a_b', 'c'), software('a', 'b_c')],
      'a_b on c and a on b_c',
    ],
    [
      'a machine of its own operations',
      [...machines('c'), `    a_c: { type: tosca.nodes.Compute, ${run} }`, software('a', 'c')],
      'a_c and a on c',
    ],
    [
      'software that a relationship configures',
      [
        ...machines('c', 'b_c'),
        software('a_b', 'c'),
        '    a: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: b_c }, { dependency: { node: a_b, relationship: { type: tosca.relationships.DependsOn, interfaces: { Configure: { pre_configure_source: https://x.example/c.yml } } } } } ] }',
      ],
      'a_b on c and a on b_c',
    ],
  ])('are a reason: %s', async (_, nodes, where) => {
    const { reasons } = await judged(nodes.join('\n'));
    expect(reasons).toEqual([expect.stringContaining(`the names of ${where} are the same`)]);
  });

  it.each([
    ['that run nothing', [...machines('c', 'b_c'), software('a_b', 'c'), software('a', 'b_c', '')]],
    ['on one machine', [...machines('c'), software('a_b', 'c'), software('a', 'c')]],
  ])('are taken where they are nodes %s', async (_, nodes) => {
    expect((await judged(nodes.join('\n'))).reasons).toEqual([]);
  });
});

describe('texts that the manager writes into playbooks', () => {
  const software = (value: string) => `    vm: { type: tosca.nodes.Compute }
    app: { type: tosca.nodes.SoftwareComponent, requirements: [ { host: vm } ], interfaces: { Standard: { create: { implementation: https://x.example/c.yml, inputs: { a: ${value} } } } } }`;

  it.each(["'|x'", "'| grep x'", "'|'"])('are refused where they begin as YAML of its own: %s', async (value) => {
    expect((await judged(software(value))).reasons).toEqual([expect.stringMatching(/input a of .*create of node app/)]);
  });

  it.each(['\'say "x"\'', "'C:\\dir'"])(
    'are said to be other ones before 2.0, and are not quoted: %s',
    async (value) => {
      const { notes, reasons } = await judged(software(value));
      expect({ notes, reasons }).toEqual({ notes: [expect.stringMatching(/input a of .*before 2\.0/)], reasons: [] });
      expect(notes[0]).not.toMatch(/say|dir/);
    },
  );

  it.each(["'a | b'", '"it\'s"', '"a\nb"'])('are taken otherwise: %s', async (value) => {
    expect(await judged(software(value))).toMatchObject({ notes: [], reasons: [] });
  });
});

describe('properties of a machine that the manager takes as they are written', () => {
  const indigo = `tosca_definitions_version: tosca_simple_yaml_1_0
imports: [ https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml ]
topology_template:
  inputs: { t: { type: map, entry_schema: { type: string }, default: { a: b } }, n: { type: string, default: web } }
  node_templates:
    vm: { type: tosca.nodes.indigo.Compute, properties: `;

  it.each([
    ['{ tags: { get_input: t } }', { tags: { a: 'b' } }],
    ['{ tags: { x: { get_input: n }, y: z } }', { tags: { x: 'web', y: 'z' } }],
    ['{ instance_name: { concat: [ my-, { get_input: n } ] } }', { instance_name: 'my-web' }],
  ])('are written out: %s', async (properties, sent) => {
    const { text } = await deployable(`${indigo}${properties} }`, { inputs: {}, imports });
    const { topology_template: topology } = load(bindTemplate(text, { inputs: {}, name: 'x' })) as {
      topology_template: { node_templates: { vm: { properties: unknown } } };
    };
    expect(topology.node_templates.vm.properties).toEqual(sent);
  });

  it('are left out where the package has them no longer', async () => {
    const { processed } = await deployable(`${indigo}{ zabbix_server: x } }`, { inputs: {}, imports });
    if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
    const { edits, notes } = fitTemplate(processed.topology, { id: 'any', name: 'any' } as Offer);
    expect(edits).toContainEqual({ node: 'vm', path: ['properties', 'zabbix_server'] });
    expect(notes).toEqual([expect.stringMatching(/zabbix_server of node vm/)]);
  });
});

describe('inputs of one name in several operations of a node, which become one playbook', () => {
  const app = (create: string, configure: string) => `    vm: { type: tosca.nodes.Compute }
    app:
      type: tosca.nodes.SoftwareComponent
      requirements: [ { host: vm } ]
      interfaces:
        Standard:
          create: { implementation: https://s.example/a.yml, inputs: ${create} }
          configure: { implementation: https://s.example/b.yml, inputs: ${configure} }`;

  it.each([
    ['{ a: 1 }', '{ a: 2, b: 3 }'],
    ['{ a: one }', '{ a: [ one ] }'],
  ])('%s and %s are a reason', async (create, configure) => {
    const { reasons, notes } = await judged(app(create, configure));
    expect(notes).toEqual([]);
    expect(reasons).toEqual([
      expect.stringMatching(/^the input a of the operations create, configure of node app has several values/),
    ]);
  });

  it('are a note where a call may come to the same', async () => {
    const { reasons, notes } = await judged(
      app('{ a: { get_attribute: [ HOST, private_address ] } }', '{ a: { get_attribute: [ vm, private_address ] } }'),
    );
    expect(reasons).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(/has several values/)]);
  });

  it.each([
    ['{ a: 1, b: [ x ] }', '{ a: 1, b: [ x ] }'],
    ['{ a: 1 }', '{ b: 2 }'],
  ])('%s and %s are nothing', async (create, configure) => {
    expect(await judged(app(create, configure))).toEqual({ edits: {}, notes: [], reasons: [] });
  });

  it('are a reason too where a relationship gives one of them', async () => {
    const { reasons } = await judged(`${app('{ a: 1 }', '{ a: 1 }')}
    other:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - host: vm
        - dependency:
            node: app
            relationship:
              type: tosca.relationships.DependsOn
              interfaces: { Configure: { add_target: { implementation: https://s.example/c.yml, inputs: { a: 2 } } } }`);
    expect(reasons).toEqual([
      expect.stringMatching(
        /^the input a of .*add_target of the requirement dependency of other of node app has several values/,
      ),
    ]);
  });
});

describe('texts that a release before 2.0 breaks', () => {
  const app = (text: string) => `    vm: { type: tosca.nodes.Compute }
    app:
      type: tosca.nodes.SoftwareComponent
      requirements: [ { host: vm } ]
      interfaces: { Standard: { create: { implementation: https://s.example/a.yml, inputs: { a: ${JSON.stringify(text)} } } } }`;

  it.each(['say "yes"', 'C:\\new', 'ring \u0007'])('%j is a note', async (text) => {
    const { notes, reasons } = await judged(app(text));
    expect(reasons).toEqual([]);
    expect(notes).toEqual([
      expect.stringMatching(/^the input a of the operation create of node app has a double quote, a /),
    ]);
  });

  it.each(["it's", 'two\nlines', 'a\ttab', 'naïve'])('%j is none', async (text) => {
    expect(await judged(app(text))).toEqual({ edits: {}, notes: [], reasons: [] });
  });
});
