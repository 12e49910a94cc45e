import { describe, expect, it } from 'vitest';
import { fitTemplate } from '../../../src/domain/infrastructure-manager/fit-template.ts';
import { unsupportedReasons } from '../../../src/domain/infrastructure-manager/unsupported.ts';
import type { Offer } from '../../../src/domain/providers/offer.ts';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';

const imports = { read: () => Promise.reject(new Error('no imports')) };
const indigo = 'https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml';
const grycap = 'https://raw.githubusercontent.com/grycap/tosca/main/custom_types.yaml';

/** What `plan` says of nodes whose types come from a package. */
const judged = async (address: string, nodes: string) => {
  const text = `tosca_definitions_version: tosca_simple_yaml_1_0\nimports: [ ${address} ]\ntopology_template:\n  node_templates:\n${nodes}`;
  const { processed } = await deployable(text, { inputs: {}, imports });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  const { notes = [], lacks } = fitTemplate(processed.topology, { id: 'any', name: 'any' } as Offer);
  return { notes, reasons: [...unsupportedReasons(processed.topology.nodes), ...lacks] };
};

const machine = (type: string) => `    vm: { type: ${type} }\n`;
const listed = machine('tosca.nodes.indigo.Compute');
const on = (type: string, more = '') => `    n: { type: ${type}, requirements: [ { host: vm } ]${more} }\n`;
const cluster = (properties: string, more = '') =>
  on('tosca.nodes.indigo.LRMS.FrontEnd.Kubernetes', `, properties: { ${properties} }${more}`);

describe('an operation of a package that reads what nothing gives', () => {
  it.each([
    [
      'a property without a value',
      grycap,
      listed + cluster(''),
      /configure of the type tosca\.nodes\.indigo\.LRMS\.FrontEnd\.Kubernetes reads admin_token of node n/,
    ],
    [
      'an address by its index, of a machine that has no list of them',
      grycap,
      machine('tosca.nodes.Compute') + on('tosca.nodes.indigo.LRMS.FrontEnd.HTCondor'),
      /private_address of node vm.*only for machines of the type tosca\.nodes\.indigo\.Compute/,
    ],
    [
      'a text that breaks the playbook',
      indigo,
      listed + on('tosca.nodes.indigo.HadoopSlave', ", properties: { master_ip: '| x' }"),
      /input hadoop_master_ip .*is master_ip of node n, begins with \|/,
    ],
  ])('is a reason: %s', async (_, address, nodes, reason) => {
    expect((await judged(address, nodes)).reasons).toContainEqual(expect.stringMatching(reason));
  });

  it.each([
    ['its property has a value', grycap, listed + cluster('admin_token: t')],
    ['the machine has a list of addresses', grycap, listed + on('tosca.nodes.indigo.LRMS.FrontEnd.HTCondor', '')],
    [
      'the template gives the operation a file of its own',
      grycap,
      listed + cluster('', ', interfaces: { Standard: { configure: https://x.example/a.yml } }'),
    ],
    ['another branch of the package may have another operation', grycap.replace('main', 'v1'), listed + cluster('')],
  ])('is none where %s', async (_, address, nodes) => {
    expect((await judged(address, nodes)).reasons.filter((reason) => /reads|list of addresses/.test(reason))).toEqual(
      [],
    );
  });

  it('is noted where only the release before 2.0 has no value for it, or would break', async () => {
    const told = 'tls_certificates: { get_attribute: [ HOST, endpoint, tls_certificates ] }';
    const certificates = listed + cluster(`admin_token: t, ${told}`);
    const quoted = listed + on('tosca.nodes.indigo.HadoopSlave', `, properties: { master_ip: 'a "b"' }`);
    expect(await judged(grycap, certificates)).toEqual({
      notes: [expect.stringMatching(/tls_certificates.*before 2\.0/)],
      reasons: [],
    });
    expect(await judged(indigo, quoted)).toEqual({
      notes: [expect.stringMatching(/master_ip.*before 2\.0/)],
      reasons: [],
    });
  });
});

describe('an operation of a package to which the template gives inputs and no file', () => {
  const given = (interfaces: string) =>
    listed +
    on('tosca.nodes.indigo.HadoopSlave', `, properties: { master_ip: a }, interfaces: { Standard: { ${interfaces} } }`);

  it.each(['configure: { inputs: { more: x } }', 'inputs: { more: x }, configure: { inputs: {} }'])(
    'is a reason, since they would be lost: %s',
    async (interfaces) => {
      expect((await judged(indigo, given(interfaces))).reasons).toEqual([
        expect.stringMatching(/node n gives inputs \(more\) to the operation configure/),
      ]);
    },
  );

  it('is none where there is a file', async () => {
    const own = given('configure: { implementation: https://x.example/a.yml, inputs: { more: x } }');
    expect((await judged(indigo, own)).reasons).toEqual([]);
  });
});

describe('values of a package that the manager cannot read', () => {
  const fn = (memory: string) =>
    `    n: { type: tosca.nodes.aisprint.FaaS.Function, properties: { name: f, image: i, script: s, memory: ${memory} } }`;

  it.each([
    ['the memory of a function', fn('much'), /memory of the function n is "much"/],
    [
      'a host of Ansible without an address',
      `    n: { type: tosca.nodes.im.AnsibleHost, properties: { host: '', credential: { user: u, token: t } } }`,
      /node n has an empty host/,
    ],
  ])('are a reason: %s', async (_, nodes, reason) => {
    expect((await judged(grycap, nodes)).reasons).toEqual([expect.stringMatching(reason)]);
  });

  it.each(['512MB', '512 MiB', '1Gi', '1 GB'])('are none that it reads: %s', async (memory) => {
    expect((await judged(grycap, fn(memory))).reasons).toEqual([]);
  });

  it.each([
    ['endpoint, 0', /0 of the endpoint of n, which is a text/],
    ['credential, 0', /item 0 of the credential of n/],
  ])('are a reason: an index of an attribute that is no list (%s)', async (path, reason) => {
    const nodes = `${fn('1 GB')}\n  outputs: { o: { value: { get_attribute: [ n, ${path} ] } } }\n`;
    expect((await judged(grycap, nodes)).reasons).toEqual([expect.stringMatching(reason)]);
  });

  it('are said of a machine whose type the package has no more', async () => {
    const { notes, reasons } = await judged(
      indigo,
      `    n: { type: tosca.nodes.indigo.MonitoredCompute, properties: { zabbix_server: z } }`,
    );
    expect(reasons).toEqual([]);
    expect(notes).toEqual([
      expect.stringMatching(/zabbix_server of node n/),
      expect.stringMatching(/made as a tosca\.nodes\.indigo\.Compute/),
    ]);
  });
});
