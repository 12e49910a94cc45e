import { expect, it } from 'vitest';
import { withMachinesInForce } from '../../../src/domain/cloudformation/machines/in-force.ts';
import type { StackOffer } from '../../../src/domain/providers/stack-offer.ts';
import { inVpc } from './golden-stacks.ts';
import { stackOf } from './translated.ts';

const server = (endpoint = '') =>
  `server:
  type: tosca.nodes.indigo.Compute
  capabilities: {endpoint: {properties: {${endpoint}}}}
  requirements: [{local_storage: {node: disk, relationship: {type: tosca.relationships.AttachesTo, properties: {location: /data}}}}]
disk: {type: tosca.nodes.BlockStorage, properties: {size: 5 GB}}`;
const address = 'ip: {value: {get_attribute: [server, public_address]}}';

const template = async (outputs: string, offer: StackOffer = inVpc, nodes = server()) =>
  (await stackOf(nodes, { outputs, offer })).template;

const placed = (one: { readonly [section: string]: unknown }) =>
  JSON.stringify(one['Resources']).match(/"(NetworkInterfaces|AvailabilityZone)":("[^"]*"|\[.*?\]\}\])/g);

it('refuses a public address that a machine does not have, since it would be replaced with its volumes', async () => {
  const inForce = await template('');
  const { refusals } = withMachinesInForce(await template(address), inForce);
  expect(refusals).toEqual([
    'the machine of node server has no public address, and only a new machine can get one: leave out the outputs that ask for it, or set network_name: PUBLIC in its endpoint and name the node in "replace"',
  ]);
});

it('keeps network and zone of what stands, when an output goes or the provider gets other subnets', async () => {
  const inForce = await template(address);
  const elsewhere = {
    public: { id: 'subnet-0123456789abcdef2', zone: 'eu-west-1c' },
    private: { id: 'subnet-0123456789abcdef3', zone: 'eu-west-1c' },
  };
  for (const next of [await template(''), await template(address, { ...inVpc, subnets: elsewhere })]) {
    const { template: sent, refusals } = withMachinesInForce(next, inForce);
    expect(refusals).toEqual([]);
    expect(placed(next)).not.toEqual(placed(inForce));
    expect(placed(sent)).toEqual(placed(inForce));
  }
});

it('leaves a machine that is replaced as the new template wants it', async () => {
  const next = await template(address, inVpc, server('network_name: PUBLIC'));
  const renamed = JSON.parse(JSON.stringify(next).replaceAll('serverserver0', 'serverserver9'));
  const { template: sent, refusals } = withMachinesInForce(renamed, await template(''));
  expect(refusals).toEqual([]);
  expect(JSON.stringify(sent['Resources'])).toContain('"AssociatePublicIpAddress":true');
});

/** Two programs on one machine that need the same port of another machine. */
const programs = (...names: readonly string[]) => `m1: {type: tosca.nodes.Compute}
m2: {type: tosca.nodes.Compute}
db: {type: tosca.nodes.SoftwareComponent, capabilities: {}, requirements: [{host: m2}]}
${names
  .map(
    (name) =>
      `${name}: {type: tosca.nodes.SoftwareComponent, requirements: [{host: m1}, {dependency: {node: db, relationship: tosca.relationships.ConnectsTo}}]}`,
  )
  .join('\n')}`;
const rulesIn = (one: { readonly [section: string]: unknown }) =>
  Object.entries(one['Resources'] as { [id: string]: { Type: string } }).flatMap(([id, { Type }]) =>
    Type === 'AWS::EC2::SecurityGroupIngress' ? [id] : [],
  );

it('has a rule once that several programs need, and keeps its id when the first of them goes', async () => {
  const inForce = await template('', inVpc, programs('a', 'b'));
  expect(rulesIn(inForce)).toEqual(['aFordbm1Tom2']);
  const next = await template('', inVpc, programs('b'));
  expect(rulesIn(next)).toEqual(['bFordbm1Tom2']);
  expect(rulesIn(withMachinesInForce(next, inForce).template)).toEqual(['aFordbm1Tom2']);
});

const creds = 'creds: {value: {get_attribute: [server, endpoint, credential, 0]}}';

it('keeps the key pair while a machine that stands has it, with the output that tells its id, and not longer', async () => {
  const plain = (name: string) => `${name}: {type: tosca.nodes.indigo.Compute}`;
  const inForce = await template(creds, inVpc, plain('server'));
  const kept = withMachinesInForce(await template('', inVpc, plain('server')), inForce).template;
  const { MachineKey: key } = inForce['Resources'] as { readonly MachineKey: object };
  expect(kept['Resources']).toMatchObject({ MachineKey: key });
  expect(kept['Outputs']).toEqual(inForce['Outputs']);
  const other = await template('', inVpc, plain('other'));
  expect(withMachinesInForce(other, inForce).template).toEqual(other);
});

it('leaves a template as it is where nothing of it stands', async () => {
  const next = await template(address);
  expect(withMachinesInForce(next, { Resources: {} })).toEqual({ template: next, refusals: [] });
});

const vm = 'server: {type: tosca.nodes.indigo.Compute, capabilities: {host: {properties: {disk_size: 40 GB}}}}';
const ofOperator = (id: string, rootDevice = '/dev/sda1'): StackOffer => ({
  ...inVpc,
  images: [{ id, distribution: 'ubuntu', version: '24.04', rootDevice }],
});
const [older, newer] = [ofOperator('ami-0000000000000000a'), ofOperator('ami-0000000000000000b', '/dev/xvda')];

type Sent = ReturnType<typeof withMachinesInForce>['template'];
const resourceIn = (sent: Sent, type: string) =>
  Object.values(sent['Resources'] as { [id: string]: { Type: string; Properties: object } }).find(
    (one) => one.Type === type,
  )?.Properties;

it.each([
  ['the operator has a newer image', older, newer],
  ['the operator has an image of his own', inVpc, newer],
  ['the operator has no image any more', older, inVpc],
  [
    'the newest image has another version and another user',
    older,
    { ...inVpc, images: [{ id: 'ami-0000000000000000c', distribution: 'ubuntu', version: '26.04', user: 'admin' }] },
  ],
])('keeps the image and the first disk of a machine that stands, when %s', async (_, before, after) => {
  const [inForce, next] = [await template('', before, vm), await template('', after, vm)];
  const { template: sent, refusals } = withMachinesInForce(next, inForce);
  expect(refusals).toEqual([]);
  expect(resourceIn(next, 'AWS::EC2::Instance')).not.toEqual(resourceIn(inForce, 'AWS::EC2::Instance'));
  expect(resourceIn(sent, 'AWS::EC2::Instance')).toEqual(resourceIn(inForce, 'AWS::EC2::Instance'));
  expect(sent['Parameters'] ?? {}).toMatchObject(Object(inForce['Parameters'] ?? {}));
});

it('gives another image to a machine whose system is another one', async () => {
  const other = vm.replace('host:', 'os: {properties: {distribution: debian, version: 12}}, host:');
  const next = await template('', inVpc, other);
  const sent = withMachinesInForce(next, await template('', older, vm)).template;
  expect(resourceIn(sent, 'AWS::EC2::Instance')).toEqual(resourceIn(next, 'AWS::EC2::Instance'));
});

it('gives machines that are added the image that the operator has now', async () => {
  const two = vm.replace('host:', 'scalable: {properties: {count: 2, max_instances: 5}}, host:');
  const sent = withMachinesInForce(await template('', newer, two), await template('', older, vm)).template;
  const images = JSON.stringify(sent).match(/ami-0000000000000000./g);
  expect(images).toEqual(['ami-0000000000000000a', 'ami-0000000000000000b']);
});

const nowhere: StackOffer = { region: 'eu-west-1' };
const elsewhere: StackOffer = {
  region: 'eu-west-1',
  vpc: 'vpc-0123456789abcdef9',
  subnets: {
    public: [
      { id: 'subnet-9', zone: 'eu-west-1c' },
      { id: 'subnet-8', zone: 'eu-west-1b' },
    ],
  },
};

it.each([
  ['a machine', 'AWS::EC2::Instance', 'server: {type: tosca.nodes.Compute}', nowhere, elsewhere],
  ['a security group', 'AWS::EC2::SecurityGroup', 'server: {type: tosca.nodes.Compute}', inVpc, elsewhere],
  [
    'a database',
    'AWS::RDS::DBInstance',
    'db: {type: tosca.nodes.Database, properties: {name: shop, port: 5432}}',
    nowhere,
    elsewhere,
  ],
  [
    'a database',
    'AWS::RDS::DBInstance',
    'db: {type: tosca.nodes.Database, properties: {name: shop, port: 5432}}',
    elsewhere,
    nowhere,
  ],
  [
    'a subnet',
    'AWS::EC2::Subnet',
    `server: {type: tosca.nodes.Compute}
own: {type: tosca.nodes.network.Network, properties: {cidr: 10.0.7.0/24}}
p: {type: tosca.nodes.network.Port, requirements: [{binding: server}, {link: own}]}`,
    inVpc,
    elsewhere,
  ],
])('keeps %s in its network when the provider gets another one', async (_, type, nodes, before, after) => {
  const [inForce, next] = [await template('', before, nodes), await template('', after, nodes)];
  const sent = withMachinesInForce(next, inForce).template;
  expect(resourceIn(next, type)).not.toEqual(resourceIn(inForce, type));
  expect(resourceIn(sent, type)).toEqual(resourceIn(inForce, type));
  expect(Object.keys(sent['Resources'] as object)).toEqual(
    expect.arrayContaining(Object.keys(inForce['Resources'] as object)),
  );
});

it('changes a resource of any type as its template says', async () => {
  const offer: StackOffer = { region: 'eu-west-1', allowedTypes: ['AWS::EC2::Subnet'] };
  const subnet = (zone: string) =>
    `net: {type: toscanini.nodes.aws.Resource, properties: {type: 'AWS::EC2::Subnet', properties: {VpcId: vpc-1, AvailabilityZone: ${zone}}}}`;
  const [inForce, next] = [await template('', offer, subnet('a')), await template('', offer, subnet('b'))];
  expect(withMachinesInForce(next, inForce).template).toEqual(next);
});

it('leaves the number of copies alone that scaling has changed, and takes a number where nothing scales any more', async () => {
  const shop = `shop:
  type: toscanini.nodes.aws.ContainerService
  properties: {image: example/shop}
  capabilities: {scalable: {properties: {min_instances: 2, max_instances: 6}}}`;
  const scaled = (await stackOf(shop, { policies: '- busy: {type: tosca.policies.Scaling, targets: [shop]}' }))
    .template;
  const plain = (await stackOf(shop)).template;
  const numberIn = (asked: typeof plain, inForce: typeof plain) => {
    const { Resources } = withMachinesInForce(asked, inForce).template as unknown as typeof plain & {
      readonly Resources: { readonly shop: { readonly Properties: { readonly DesiredCount?: number } } };
    };
    return Resources.shop.Properties.DesiredCount;
  };
  expect([numberIn(scaled, scaled), numberIn(scaled, plain)]).toEqual([undefined, undefined]);
  expect(numberIn(plain, withMachinesInForce(scaled, scaled).template as typeof plain)).toBe(2);
  expect(numberIn(scaled, { ...scaled, Resources: {} })).toBe(2);
});
