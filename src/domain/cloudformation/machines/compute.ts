import type { NodeEdit } from '../../../tosca/edit.ts';
import type { Json, Node } from '../../../tosca/topology.ts';
import { isAttachment } from '../../changes/kinds.ts';
import { capabilityValues, gibibytesOf, textOf } from '../../deployers/capability-values.ts';
import type { StackOffer } from '../../providers/stack-offer.ts';
import { awsTypes } from '../../resources/aws-types.ts';
import {
  getAtt,
  logicalId,
  type MachineBlueprint,
  type Part,
  resourceHex,
  resourceId,
  type StackParameter,
  type StackResource,
} from '../blueprint/blueprint.ts';
import { everyMachine, groupOf } from '../networks/groups.ts';
import {
  attachedInterfaces,
  interfaceResources,
  portAddresses,
  publicInterface,
  tooManyInterfaces,
} from '../networks/interfaces.ts';
import type { Place } from '../networks/networks.ts';
import { architectureOfNamed, architectures, type FoundImage, matchImage } from '../offers/match-image.ts';
import { matchSize } from '../offers/match-size.ts';
import { firstStart } from './first-start.ts';
import { loginOf, machineKey, userOf } from './keys.ts';
import { isSpot, spotProperties } from './spot.ts';
import { type Known, tagReasons, tagsOf } from './tags.ts';
import { volumesOf } from './volumes.ts';

export const isCompute = ({ types }: Pick<Node, 'types'>): boolean => awsTypes.compute.is(types);

interface Machine extends Part {
  readonly blueprint?: MachineBlueprint;
  readonly parameters: { readonly [name: string]: StackParameter };
  /** what was chosen, for the log */
  readonly edits: readonly NodeEdit[];
}

interface Surroundings {
  readonly byName: ReadonlyMap<string, Node>;
  readonly offer: StackOffer;
  readonly place: Place;
  readonly after: readonly string[];
  /** its agent needs the rights of an instance profile */
  readonly runsOperations: boolean;
  /** it has these rights where there are any: nothing runs unless somebody asks for it */
  readonly mayRunOperations?: boolean;
  /** whether an output asks for its credential, and for the private key in it */
  readonly login: { readonly isRequested: boolean; readonly hasKey: boolean };
}

/** What each machine of a node becomes: an instance with its volumes and its address. */
export const machineOf = (node: Node, around: Surroundings): Machine => {
  const { byName, offer, place, after, runsOperations, mayRunOperations = false, login: asksLogin } = around;
  const choice = choose(node, offer);
  const instance = `${logicalId(node.name)}${resourceHex}`;
  const volumes = volumesOf(node, byName, place.zone, instance);
  const { userData, reasons: startReasons } = firstStart(node, volumes.mounts);
  const reasons: string[] = [
    ...('why' in choice ? [choice.why] : []),
    ...place.reasons,
    ...volumes.reasons,
    ...startReasons,
    ...tagReasons(node, offer),
  ];
  const warnings = [...place.warnings, ...volumes.warnings, ...warningsOf(node)];
  if ('why' in choice) return { parameters: {}, edits: [], reasons, warnings };
  const { image, size } = choice;
  if (firstDisk(node, image) === undefined) warnings.push(ownDisk);
  if (runsOperations && image.withoutAgent) reasons.push(noAgent(image));
  const login = asksLogin.isRequested ? loginOf(node, image) : undefined;
  if (login && 'why' in login) reasons.push(login.why);
  if (login && 'warning' in login) warnings.push(login.warning);
  const found = imageOf(image);
  const address = `${instance}Address`;
  const hasSeveral = place.interfaces.length > 0;
  const hasAddress = place.elastic || (hasSeveral && place.isPublic);
  const resources = {
    [instance]: instanceOf(node, {
      ...{ instance, image: found.value, disk: firstDisk(node, image), size, place, userData, offer },
      runsOperations: runsOperations || mayRunOperations,
      hasKey: asksLogin.hasKey,
      known: { login: userOf(node, image), system: image.system },
    }),
    ...volumes.resources,
    ...interfaceResources(node.name, instance, place.interfaces),
    ...(hasSeveral && hasAddress && publicInterface(instance, place.interfaces)),
    ...(!hasSeveral && hasAddress && { [address]: elastic(instance) }),
  };
  reasons.push(...tooManyInterfaces(place.interfaces, size));
  const blueprint = {
    instance,
    resources,
    publicAddress: hasAddress ? { Ref: address } : getAtt(instance, 'PublicIp'),
    privateAddress: getAtt(instance, 'PrivateIp'),
    portAddresses: hasSeveral
      ? portAddresses(instance, place.interfaces)
      : Object.fromEntries(place.ports.map((port) => [port, getAtt(instance, 'PrivateIp')])),
    ...(Object.keys(volumes.ids).length > 0 && { volumeIds: volumes.ids }),
    after,
    ...(login && 'user' in login && { user: login.user }),
  };
  return { blueprint, parameters: found.parameters, edits: editsOf(node, size, image), reasons, warnings };
};

const noAgent = ({ what }: FoundImage): string =>
  `runs operations, and the public image of ${what} has no agent of Systems Manager: ask for ubuntu or amazon, or name an image of your own that has it (os.image)`;

interface Choice {
  readonly image: FoundImage;
  readonly size: string;
}

/**
 * The processor that the template asks for, else that of the operator's image that it names, else that of the size that it
 * asks for, decides the image.
 */
const choose = (node: Node, offer: StackOffer): Choice | { why: string } => {
  const [host, os] = [capabilityValues(node, 'host'), capabilityValues(node, 'os')];
  const named = textOf(os['architecture'])?.toLowerCase();
  const architecture = named === undefined ? architectureOfNamed(os, offer) : architectures[named];
  if (named !== undefined && architecture === undefined) {
    return { why: `asks for the processor ${named}, and there are x86_64 and arm64` };
  }
  const size = matchSize(host, architecture, offer);
  if ('why' in size) return size;
  const image = matchImage(os, size.architecture, offer);
  return 'why' in image ? image : { image, size: size.name };
};

/** CloudFormation resolves the public parameter itself. An image of the same name is the same for all nodes. */
const imageOf = ({ image, what }: FoundImage): { value: Json; parameters: Machine['parameters'] } => {
  if ('id' in image) return { value: image.id, parameters: {} };
  const name = `Image${logicalId(what.replaceAll(/[ .]/g, ''))}`;
  const parameter = { type: imageParameter, value: image.parameter, description: `The image of ${what}` };
  return { value: { Ref: name }, parameters: { [name]: parameter } };
};

/** A parameter of this type is resolved anew by every update: docs/decisions/0033 says how images are pinned. */
export const imageParameter = 'AWS::SSM::Parameter::Value<AWS::EC2::Image::Id>';

interface InstanceParts {
  readonly instance: string;
  readonly image: Json;
  readonly disk: Json | undefined;
  readonly size: string;
  readonly place: Place;
  readonly userData: Json | undefined;
  readonly runsOperations: boolean;
  readonly hasKey: boolean;
  readonly offer: StackOffer;
  readonly known: Known;
}

const instanceOf = (node: Node, parts: InstanceParts): StackResource => {
  const { instance, image, disk, size, place, userData, offer, runsOperations, hasKey, known } = parts;
  const profile = offer.instanceProfile ?? (runsOperations ? offer.agentProfile : undefined);
  return {
    Type: 'AWS::EC2::Instance',
    Properties: {
      ImageId: image,
      InstanceType: size,
      ...(hasKey && { KeyName: { Ref: machineKey } }),
      ...spotProperties(node),
      ...(place.interfaces.length > 0
        ? { NetworkInterfaces: attachedInterfaces(instance, place.interfaces) }
        : networkOf(node, place)),
      ...(disk !== undefined && { BlockDeviceMappings: [disk] }),
      ...(profile !== undefined && { IamInstanceProfile: profile }),
      ...(userData !== undefined && { UserData: userData }),
      // only requests with a token are answered, so that a page that is tricked into asking gets nothing
      MetadataOptions: { HttpTokens: 'required', HttpPutResponseHopLimit: 1 },
      Tags: tagsOf(node, known),
    },
    Metadata: { toscanini: { node: node.name, resource: resourceId } },
  };
};

/**
 * The first disk is encrypted. EC2 refuses a disk without a size that the image does not have, so where its name is only guessed
 * and no size is asked for, the image's own disk is taken as it is.
 */
const firstDisk = (node: Node, { rootDevice: DeviceName, isGuessed }: FoundImage): Json | undefined => {
  const size = gibibytesOf(capabilityValues(node, 'host')['disk_size']);
  if (size === undefined && isGuessed) return undefined;
  const asImage = size === undefined ? {} : { VolumeSize: Math.max(size, smallestImage), VolumeType: 'gp3' };
  return { DeviceName, Ebs: { ...asImage, Encrypted: true, DeleteOnTermination: true } };
};

const ownDisk =
  'keeps the first disk of its image, which is encrypted only where the image or the account says so: give stack.images its rootDevice, or ask for disk_size';

/** GiB; a disk that is smaller than its image is refused. */
const smallestImage = 10;

const networkOf = (node: Node, { subnet, isPublic, address, zone, zoneIsOpen }: Place): { [name: string]: Json } => {
  const groups = [getAtt(everyMachine, 'GroupId'), getAtt(groupOf(node.name), 'GroupId')];
  const fixed = address === undefined ? {} : { PrivateIpAddress: address };
  const hasVolumes = node.requirements.some(isAttachment);
  // in the default VPC the default subnet gives the address
  if (subnet === undefined)
    return { SecurityGroupIds: groups, ...fixed, ...(zoneIsOpen && hasVolumes && { AvailabilityZone: zone }) };
  const nic = { DeviceIndex: '0', SubnetId: subnet, GroupSet: groups, AssociatePublicIpAddress: isPublic, ...fixed };
  return { NetworkInterfaces: [nic] };
};

const elastic = (instance: string): StackResource => ({
  Type: 'AWS::EC2::EIP',
  Properties: { Domain: 'vpc', InstanceId: { Ref: instance } },
});

const warningsOf = (node: Node): readonly string[] => {
  const host = capabilityValues(node, 'host');
  const ignored = ['infiniband_support', 'sgx'].filter((name) => host[name] === true);
  const names = Object.keys(node.capabilities).filter(
    (name) => textOf(capabilityValues(node, name)['dns_name']) !== undefined,
  );
  return [
    ...ignored.map((name) => `gets no ${name}`),
    ...(isSpot(node) ? ['may be taken back by AWS at any time, and cannot be stopped and started'] : []),
    ...names.map((name) => `gets no name in the DNS (dns_name of ${name})`),
  ];
};

const editsOf = ({ name: node }: Node, size: string, { what }: FoundImage): readonly NodeEdit[] => [
  { node, path: ['capabilities', 'os', 'properties', 'image'], value: what },
  { node, path: ['capabilities', 'host', 'properties', 'instance_type'], value: size },
];
