/** What an update makes of a stack when the operator has changed the configuration of its provider meanwhile. */

import { expect, it } from 'vitest';
import { planner } from '../../../src/adapters/cloudformation/planner.ts';
import type { Submission } from '../../../src/domain/deployers/planner.ts';
import type { StackOffer } from '../../../src/domain/providers/stack-offer.ts';
import { machinesOf, translated } from '../../domain/cloudformation/translated.ts';
import { region, sandboxForTests } from './deployer-on-sandbox.ts';

const { aws, deployer } = sandboxForTests();

const planned = async (nodes: string, offer: Partial<StackOffer>): Promise<Submission> => {
  const { topology, translation } = await translated(nodes, { offer: { region, ...offer } });
  if (!translation.ok) throw new Error(translation.reasons.join('\n'));
  return planner.plan({
    ...{ template: '', inputs: {}, edits: [], name: 'toscanini-0198-1' },
    blueprint: JSON.stringify(translation.blueprint),
    machines: machinesOf(topology),
  });
};

const server = (tag: string, distribution = 'ubuntu') => `server:
  type: tosca.nodes.indigo.Compute
  properties: {tags: {team: ${tag}}}
  capabilities: {host: {properties: {disk_size: 20 GB}}, os: {properties: {distribution: ${distribution}}}}
  requirements: [{local_storage: {node: disk, relationship: {type: tosca.relationships.AttachesTo, properties: {location: /data}}}}]
disk: {type: tosca.nodes.BlockStorage, properties: {size: 5 GB}}`;

const images = (id: string): Partial<StackOffer> => ({ images: [{ id, distribution: 'ubuntu', version: '24.04' }] });

const machineIn = async (id: string) => {
  const { Reservations = [] } = await aws()
    .of(region)
    .ec2.describeInstances({
      Filters: [{ Name: 'tag:aws:cloudformation:stack-id', Values: [id] }],
    });
  const all = Reservations.flatMap(({ Instances = [] }) => Instances);
  return all.map(({ InstanceId, State, ImageId, Tags }) => ({
    ...{ id: InstanceId, state: State?.Name, image: ImageId },
    team: Tags?.find(({ Key }) => Key === 'team')?.Value,
  }));
};

const publicImages = async (): Promise<readonly string[]> => {
  const { Images = [] } = await aws().of(region).ec2.describeImages({});
  return Images.flatMap(({ ImageId }) => ImageId ?? []);
};

it('changes what the template asks, on the same machine with the same image, whatever images the operator has now', async () => {
  const [first = '', second = ''] = await publicImages();
  const id = await deployer().create(await planned(server('a'), images(first)));
  aws().pass(3_600);
  const [before] = await machineIn(id);
  for (const [team, offer] of [
    ['b', images(second)],
    ['c', {}],
    ['d', images(first)],
  ] as const) {
    await deployer().update(id, await planned(server(team), offer));
    aws().pass(3_600);
    expect(await deployer().status(id)).toMatchObject({ state: 'configured', change: { is: 'done' } });
    expect(await machineIn(id)).toEqual([{ ...before, team }]);
  }
});

it('keeps the public image that the stack has resolved, when the operator has an image of his own now', async () => {
  const [, second = ''] = await publicImages();
  const id = await deployer().create(await planned(server('a'), {}));
  aws().pass(3_600);
  const [before] = await machineIn(id);
  for (const team of ['b', 'c']) {
    await deployer().update(id, await planned(server(team), images(second)));
    aws().pass(3_600);
    expect(await deployer().status(id)).toMatchObject({ state: 'configured', change: { is: 'done' } });
    expect(await machineIn(id)).toEqual([{ ...before, team }]);
  }
});

it('keeps a database when the operator names subnets now', async () => {
  const { Subnets = [] } = await aws().of(region).ec2.describeSubnets({});
  const subnets = Subnets.map(({ SubnetId = '', AvailabilityZone = '' }) => ({ id: SubnetId, zone: AvailabilityZone }));
  const vpc = Subnets[0]?.VpcId;
  const nodes = (size: string) =>
    `db: {type: toscanini.nodes.aws.Database, properties: {name: shop, engine: mysql, class: ${size}}}`;
  const databases = async () => {
    const { StackResourceSummaries = [] } = await aws().of(region).cloudFormation.listStackResources({ StackName: id });
    return StackResourceSummaries.flatMap(({ ResourceType, PhysicalResourceId }) =>
      ResourceType === 'AWS::RDS::DBInstance' ? [PhysicalResourceId] : [],
    );
  };
  const id = await deployer().create(await planned(nodes('db.t4g.micro'), {}));
  aws().pass(3_600);
  const before = await databases();
  await deployer().update(id, await planned(nodes('db.t4g.small'), { vpc, subnets: { public: subnets } }));
  aws().pass(7_200);
  expect(await deployer().status(id)).toMatchObject({ state: 'configured', change: { is: 'done' } });
  expect(await databases()).toEqual(before);
});
