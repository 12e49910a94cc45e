import type { Json } from '../../../../src/tosca/topology.ts';
import type { Named } from './changes.ts';
import type { Draft } from './drafts.ts';

const machine = (properties: Draft, count?: number): Draft => ({
  type: 'tosca.nodes.Compute',
  capabilities: {
    endpoint: { properties },
    os: { properties: { type: 'linux' } },
    ...(count !== undefined && {
      scalable: { properties: { default_instances: count, min_instances: 0, max_instances: 9 } },
    }),
  },
});

const outside = { network_name: 'PUBLIC' };
const port = (number: number, protocol = 'tcp') => ({ ports: { one: { protocol, source: number } } });

const software = (host: string): Draft => ({ type: 'tosca.nodes.SoftwareComponent', requirements: [{ host }] });

const outputs = (names: readonly string[]): Draft =>
  Object.fromEntries(
    names.flatMap((name) =>
      ['private_address', 'tosca_id'].map((attribute) => [
        `${name}_${attribute}`,
        { value: { get_attribute: [name, attribute] } as Json },
      ]),
    ),
  );

const pairs = [
  ['server', 'wn'],
  ['wn', 'server'],
  ['a_wn', 'front'],
  ['b', 'a'],
] as const;

const places = [
  ['both outside', outside, outside],
  ['the second outside', {}, outside],
  ['the first outside', outside, {}],
  ['both inside', {}, {}],
] as const;

/** Several machines together: their order and numbers, and what is opened where. */
export function* ofClusters(): Generator<Named> {
  for (const [first, second] of pairs)
    for (const [where, one, other] of places) {
      const shown = { outputs: outputs([first, second]) };
      yield [
        `${first} and ${second}, ${where}`,
        { node_templates: { [first]: machine(one), [second]: machine(other, 3) }, ...shown },
      ];
      const [web, names] = [machine({ ...one, ...port(80) }), machine({ ...other, ...port(53, 'udp') }, 2)];
      yield [
        `${first} and ${second} with ports, ${where}`,
        { node_templates: { [first]: web, [second]: names }, ...shown },
      ];
    }
  const made = (node_templates: { [name: string]: Draft }) => ({ node_templates });
  yield ['no machine at first', made({ front: machine(outside), wn: machine({}, 0) })];
  const web = machine({ ...outside, ...port(80) });
  yield ['one port twice', made({ a: web, b: web })];
  yield ['software between them', made({ a: machine(outside), b: machine({}), app: software('a'), db: software('b') })];
  yield ['ports of software', made(database)];
  yield ['networks of their own', made(networks)];
}

const database: { [name: string]: Draft } = {
  a: machine({ ...outside, ...port(22) }),
  db: { ...software('a'), type: 'tosca.nodes.DBMS' },
  data: {
    type: 'tosca.nodes.Database',
    properties: { name: 'data' },
    requirements: [{ host: 'db' }],
    capabilities: { database_endpoint: { properties: { port: 5432, protocol: 'tcp' } } },
  },
};

const network = (kind: string): Draft => ({
  type: 'tosca.nodes.network.Network',
  properties: { network_type: kind },
});

const bound = (to: string, link: string, order: number): Draft => ({
  type: 'tosca.nodes.network.Port',
  properties: { order },
  requirements: [{ binding: to }, { link }],
});

const networks: { [name: string]: Draft } = {
  ...{ wn: machine(port(22)), front: machine(port(443)), inner: network('private'), outer: network('public') },
  ...{ p0: bound('front', 'inner', 0), p1: bound('front', 'outer', 1), p2: bound('wn', 'inner', 0) },
};
