import {
  DescribeInstancesCommand,
  type Instance,
  type InstanceNetworkInterface,
  StartInstancesCommand,
  StopInstancesCommand,
} from '@aws-sdk/client-ec2';
import { sizes } from '../../domain/cloudformation/offers/sizes.ts';
import type { InfrastructureState, VirtualMachine } from '../../domain/deployers/machines.ts';
import { NotFoundError } from '../../foundation/errors.ts';
import { answering, given } from '../aws/errors.ts';
import { allPages } from '../aws/pages.ts';
import { missingIn } from './call-for-stack.ts';
import type { Session } from './sessions.ts';
import { isBeingMade } from './stack-status.ts';

/** The machines of a stack. Those that were terminated still show for an hour, and count no more. */
export const instancesOf = async ({ machines }: Session, stackId: string): Promise<readonly Instance[]> => {
  const Filters = [{ Name: 'tag:aws:cloudformation:stack-id', Values: [stackId] }];
  const reservations = await allPages('a list of machines', async (NextToken) => {
    const request = { Filters, ...(NextToken && { NextToken }) };
    const answer = await answering('machine', () => machines.send(new DescribeInstancesCommand(request)));
    return { items: answer.Reservations, next: answer.NextToken };
  });
  const found = reservations.flatMap(({ Instances = [] }) => Instances);
  return found.filter(({ State }) => !['terminated', 'shutting-down'].includes(State?.Name ?? ''));
};

/** A machine is configured once its stack is. */
export const stateOf = ({ State }: Instance, stackStatus: string | undefined): InfrastructureState => {
  switch (State?.Name) {
    case 'pending':
      return 'pending';
    case 'running':
      return isBeingMade(stackStatus) ? 'running' : 'configured';
    case 'stopping':
      return 'running';
    case 'stopped':
      return 'stopped';
    default:
      return 'unknown';
  }
};

const tagOf = ({ Tags = [] }: Instance, key: string): string | undefined => Tags.find(({ Key }) => Key === key)?.Value;

/** docs/contract/api.md, "Extended information": the same keys as a machine of the Infrastructure Manager has. */
export const machineOf = (instance: Instance, stackStatus: string | undefined, region: string): VirtualMachine => {
  const { InstanceId = '', VpcId, PublicIpAddress } = instance;
  const node = tagOf(instance, 'toscanini:node') ?? '';
  const resourceId = tagOf(instance, 'toscanini:resource');
  const state = stateOf(instance, stackStatus);
  const inside = insideOf(instance);
  const networks = [
    ...(PublicIpAddress
      ? [{ class: 'network', id: 'public', outbound: 'yes', ...(VpcId && { provider_id: VpcId }) }]
      : []),
    ...inside.map(({ id, subnet }) => ({ class: 'network', id, ...(subnet && { provider_id: subnet }) })),
  ];
  const addresses = [
    ...(PublicIpAddress ? [{ id: 'public', ip: PublicIpAddress }] : []),
    ...inside.map(({ id, ip }) => ({ id, ip })),
  ];
  const interfaces = addresses.flatMap(({ id, ip }, index): [string, string][] => [
    [`net_interface.${index}.connection`, id],
    ...(ip ? [[`net_interface.${index}.ip`, ip] as [string, string]] : []),
  ]);
  const system = {
    class: 'system',
    id: node,
    state,
    ...described(instance, region),
    ...knownOf(instance),
    ...Object.fromEntries(interfaces),
  };
  return {
    id: InstanceId,
    node,
    state,
    properties: [...networks, system],
    ...(resourceId !== undefined && { resourceId }),
  };
};

/** Its addresses within the network, in the order of its interfaces: `private`, `private1`, ... */
const insideOf = ({ SubnetId, PrivateIpAddress, NetworkInterfaces = [] }: Instance) => {
  const cards = NetworkInterfaces.toSorted((a, b) => deviceOf(a) - deviceOf(b));
  if (cards.length < 2) return [{ id: 'private', subnet: SubnetId, ip: PrivateIpAddress }];
  return cards.map((card, index) => ({
    ...{ id: index === 0 ? 'private' : `private${index}`, subnet: card.SubnetId, ip: card.PrivateIpAddress },
  }));
};

const deviceOf = ({ Attachment }: InstanceNetworkInterface): number => Attachment?.DeviceIndex ?? 0;

const described = (instance: Instance, region: string) => {
  const { InstanceId = '', InstanceType = '', ImageId, Architecture, CpuOptions, Placement } = instance;
  const size = sizes.find(({ name }) => name === InstanceType);
  const cpus = size?.cpus ?? (CpuOptions?.CoreCount ?? 0) * (CpuOptions?.ThreadsPerCore ?? 1);
  return {
    instance_id: InstanceId,
    instance_name: tagOf(instance, 'Name') ?? InstanceId,
    instance_type: InstanceType,
    ...(Architecture && { 'cpu.arch': Architecture }),
    ...(cpus > 0 && { 'cpu.count': cpus }),
    ...(size && { 'memory.size': size.memory * 2 ** 30 }),
    ...(size && size.gpus > 0 && { 'gpu.count': size.gpus }),
    ...(ImageId && { 'disk.0.image.url': `aws://${region}/${ImageId}` }),
    ...(Placement?.AvailabilityZone && { availability_zone: Placement.AvailabilityZone }),
    'provider.type': 'EC2',
    'provider.host': `ec2.${region}.amazonaws.com`,
    'provider.port': 443,
  };
};

/** What the translation has written into tags. The private key is nowhere but in the output that asks for it (docs/decisions/0051). */
const knownOf = (instance: Instance) => {
  const [flavour, version] = tagOf(instance, 'toscanini:system')?.split('/') ?? [];
  const username = tagOf(instance, 'toscanini:login');
  return {
    ...(flavour && { 'disk.0.os.flavour': flavour }),
    ...(version && { 'disk.0.os.version': version }),
    ...(username && { 'disk.0.os.credentials.username': username, 'disk.0.os.credentials.private_key': '' }),
  };
};

/** Only a machine of this stack: its id comes from a request. */
export const operate = async (
  session: Session,
  stackId: string,
  id: string,
  action: 'start' | 'stop',
): Promise<void> => {
  const found = (await instancesOf(session, stackId)).some(({ InstanceId }) => InstanceId === id);
  if (!found) throw await missingIn(session, stackId, new NotFoundError(`the stack has no machine ${id}`));
  const request = { InstanceIds: [id] };
  await answering('machine', async () => {
    const changed =
      action === 'start'
        ? (await session.machines.send(new StartInstancesCommand(request))).StartingInstances
        : (await session.machines.send(new StopInstancesCommand(request))).StoppingInstances;
    given(changed, 'the state of the machine');
  });
};
