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
