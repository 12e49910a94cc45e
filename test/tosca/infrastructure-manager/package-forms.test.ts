import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { bindTemplate } from '../../../src/tosca/infrastructure-manager/bind.ts';
import { deployable } from '../../../src/tosca/infrastructure-manager/deployable.ts';

const packages = {
  indigo: 'https://raw.githubusercontent.com/indigo-dc/tosca-types/master/custom_types.yaml',
  grycap: 'https://raw.githubusercontent.com/grycap/tosca/main/custom_types.yaml',
};

interface Sent {
  readonly topology_template: {
    readonly node_templates: { readonly [name: string]: object };
    readonly policies?: unknown;
    readonly outputs?: unknown;
  };
  readonly data_types?: object;
  readonly imports: unknown;
}

const sent = async (names: readonly (keyof typeof packages)[], topology: string): Promise<Sent> => {
  const addresses = names.map((name) => packages[name]).join(', ');
  const text = `tosca_definitions_version: tosca_simple_yaml_1_0\nimports: [ ${addresses} ]\ntopology_template:\n${topology}`;
  const made = await deployable(text, { inputs: {}, imports: { read: () => Promise.reject(new Error('no imports')) } });
  if (!made.processed.ok) throw new Error(JSON.stringify(made.processed.problems));
  return load(bindTemplate(made.text, { inputs: {}, name: 'x' })) as Sent;
};

describe('policies that choose the provider', () => {
  const policy = (type: string, properties: string) =>
    `  node_templates: { vm: { type: tosca.nodes.indigo.Compute } }\n  policies: [ { p: { type: ${type}, targets: [ vm ], properties: { ${properties} } } } ]`;
  const zone = (at: string) => [
    {
      p: {
        type: 'tosca.policies.indigo.Placement',
        targets: ['vm'],
        properties: { cloud_id: '', availability_zone: at },
      },
    },
  ];

  it.each([
    ['an agreement', 'tosca.policies.indigo.SlaPlacement', 'sla_id: a, region: r', undefined],
    [
      'one with a password',
      'tosca.policies.indigo.CredentialsAwareSlaPlacement',
      'sla_id: a, username: u, password: p',
      undefined,
    ],
    ['a cloud', 'tosca.policies.indigo.Placement', 'cloud_id: 5a', undefined],
    ['an agreement on the normative type', 'tosca.policies.Placement', 'sla_id: a', undefined],
    ['a zone on the normative type', 'tosca.policies.Placement', 'availability_zone: z', zone('z')],
    ['a cloud and a zone', 'tosca.policies.indigo.Placement', 'cloud_id: 5a, availability_zone: z', zone('z')],
  ])('are not sent, but for a zone inside of it: %s', async (_, type, properties, policies) => {
    expect((await sent(['indigo'], policy(type, properties))).topology_template.policies).toEqual(policies);
  });

  it('are sent as they are where they choose none', async () => {
    const scaling = policy('tosca.policies.Scaling', '');
    expect((await sent(['indigo'], scaling)).topology_template.policies).toHaveLength(1);
  });
});

describe('what a package lacks', () => {
  const users =
    '  node_templates: { vm: { type: tosca.nodes.indigo.Compute, properties: { os_users: [ { os_user_name: u } ] } } }';

  it('is defined beside its import: two data types', async () => {
    expect(Object.keys((await sent(['grycap'], users)).data_types ?? {})).toEqual([
      'tosca.datatypes.indigo.User',
      'tosca.datatypes.Dataset',
    ]);
    expect((await sent(['indigo'], users)).data_types).toBeUndefined();
  });

  it.each([
    ['a type of an older version', 'indigo', 'tosca.nodes.indigo.MonitoredCompute', 'tosca.nodes.indigo.Compute'],
    ['a short name', 'grycap', 'StorageSystem', 'tosca.nodes.StorageSystem'],
  ] as const)('is written in its other form: %s', async (_, name, type, written) => {
    const { topology_template: topology } = await sent([name], `  node_templates: { n: { type: ${type} } }`);
    expect(topology.node_templates['n']).toMatchObject({ type: written });
  });

  it('leaves no call of a property that is not sent', async () => {
    const { topology_template: topology } = await sent(
      ['indigo'],
      `  node_templates: { n: { type: tosca.nodes.indigo.Compute, properties: { zabbix_server_port: 10051 } } }
  outputs: { o: { value: { get_property: [ n, zabbix_server_port ] } } }`,
    );
    expect(topology.outputs).toEqual({ o: { value: 10_051 } });
  });
});

describe('two packages that define the same types', () => {
  it('stand with the first one last, whose types the parser takes then', async () => {
    const { imports } = await sent(
      ['grycap', 'indigo'],
      '  node_templates: { vm: { type: tosca.nodes.indigo.Compute } }',
    );
    expect(imports).toEqual([packages.indigo, packages.grycap]);
  });
});

describe('an attribute of a capability of the host', () => {
  it('is asked for by the name of the host', async () => {
    const { topology_template: topology } = await sent(
      ['grycap'],
      `  node_templates:
    vm: { type: tosca.nodes.indigo.Compute }
    n: { type: tosca.nodes.indigo.LRMS.FrontEnd.Kubernetes, requirements: [ { host: vm } ], properties: { tls_certificates: { get_attribute: [ HOST, endpoint, tls_certificates ] } } }`,
    );
    expect(topology.node_templates['n']).toMatchObject({
      properties: { tls_certificates: { get_attribute: ['vm', 'endpoint', 'tls_certificates'] } },
    });
  });
});
