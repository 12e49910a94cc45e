import type { Json } from '../../../tosca/topology.ts';
import { listOf, mapOf, textOf } from '../../deployers/capability-values.ts';
import { attributeFor, logicalId } from '../blueprint/blueprint.ts';
import { nodeOf } from '../blueprint/stack-parts.ts';
import { withScaledInForce } from './copies-in-force.ts';
import { keyPairId, machineKey } from './keys.ts';
import { type Section, sectionOf, type Template, withReferred } from './referred.ts';
import { withRulesInForce } from './rules-in-force.ts';
import { imageTags, systemTag } from './tags.ts';
import { withTypesInForce } from './types-in-force.ts';

/**
 * What a resource gets only when it is made: with another value CloudFormation would replace it, and what refers to it.
 * These values follow from the configuration of the provider, which is no request. Where the template of the user asks to
 * replace a machine, it has another id.
 */
const lasting: { readonly [type: string]: readonly string[] } = {
  'AWS::EC2::Instance': [
    ...['ImageId', 'BlockDeviceMappings', 'UserData', 'KeyName'],
    ...['NetworkInterfaces', 'SecurityGroupIds', 'SubnetId', 'AvailabilityZone', 'PrivateIpAddress'],
  ],
  'AWS::EC2::Volume': ['AvailabilityZone'],
  'AWS::EC2::NetworkInterface': ['SubnetId', 'PrivateIpAddress'],
  'AWS::EC2::Subnet': ['VpcId', 'AvailabilityZone'],
  'AWS::EC2::SecurityGroup': ['VpcId'],
  'AWS::ElasticLoadBalancingV2::TargetGroup': ['VpcId'],
  'AWS::RDS::DBInstance': ['DBSubnetGroupName'],
};

/** The template, as an update may send it, and why it may not be sent at all. */
export interface Kept {
  readonly template: Template;
  readonly refusals: readonly string[];
}

/**
 * A machine that stands keeps its image, its key, its network and its place, and a database its network, whatever the outputs
 * of the new template ask for and whatever images and subnets the provider's configuration names by now. Only a public address
 * that a machine does not have is refused.
 */
export const withMachinesInForce = (requested: Template, inForce: Template): Kept => {
  const template = withRulesInForce(withTypesInForce(requested, inForce), inForce);
  const [wanted, standing] = [sectionOf(template, 'Resources'), sectionOf(inForce, 'Resources')];
  const stays = Object.entries(wanted).flatMap(([id, one]) => {
    const old = standing[id];
    return old !== undefined && mapOf(old)['Type'] === mapOf(one)['Type'] ? [{ id, one, old }] : [];
  });
  const kept = Object.fromEntries(stays.map(({ id, one, old }) => [id, keeping(one, old)]));
  const refusals = stays.filter(({ one, old }) => isPublic(one) && isPrivate(old)).map(({ one }) => noAddress(one));
  const whole = withReferred({ ...template, Resources: { ...wanted, ...kept } }, inForce, Object.values(kept));
  return { template: withScaledInForce(withKey(whole, inForce), inForce), refusals };
};

/** What the user's template gives by itself (any-resource.ts) has the same policy twice; it becomes what the template says. */
const isAsGiven = (resource: Json): boolean => {
  const { DeletionPolicy: policy, UpdateReplacePolicy: other } = mapOf(resource);
  return policy !== undefined && policy === other && policy !== 'Snapshot';
};

const propertiesOf = (resource: Json): Section => mapOf(mapOf(resource)['Properties']);

/** Our defaults (blueprint/member.ts). */
const defaultsIn = (resource: Json): readonly string[] =>
  listOf(mapOf(mapOf(mapOf(resource)['Metadata'])['toscanini'])['unasked']).map(String);

const keeping = (resource: Json, old: Json): Json => {
  const names = [...(lasting[String(mapOf(resource)['Type'])] ?? []), ...defaultsIn(resource)];
  if (names.length === 0 || isAsGiven(resource)) return resource;
  const isOther = isOtherSystem(resource, old);
  const held = isOther ? names.filter((name) => !ofImage.includes(name)) : names;
  const own = Object.entries(propertiesOf(resource)).filter(([name]) => !held.includes(name));
  const kept = Object.entries(propertiesOf(old)).filter(([name]) => held.includes(name));
  const tags = isOther ? {} : tagsOfImage(resource, old);
  return { ...mapOf(resource), Properties: { ...Object.fromEntries([...own, ...kept]), ...tags } };
};

/** What a machine has with its image. */
const ofImage = ['ImageId', 'BlockDeviceMappings', 'UserData'];

const tagsIn = (resource: Json): readonly Json[] => listOf(propertiesOf(resource)['Tags']);

const distributionOf = (resource: Json): string | undefined => {
  const system = tagsIn(resource).find((one) => mapOf(one)['Key'] === systemTag);
  return textOf(mapOf(system)['Value'])?.split('/')[0];
};

/**
 * Whether the machine is to get another distribution. Another version may be the operator's newest image, or ours, for a
 * template that names none.
 */
const isOtherSystem = (resource: Json, old: Json): boolean => {
  const [wanted, standing] = [distributionOf(resource), distributionOf(old)];
  return wanted !== undefined && standing !== undefined && wanted !== standing;
};

/** The tags say what the machine has, and not what a new one would get. */
const tagsOfImage = (resource: Json, old: Json): { readonly Tags?: Json } => {
  const before = tagsIn(old);
  if (before.length === 0) return {};
  const isOfImage = (one: Json): boolean => imageTags.includes(String(mapOf(one)['Key']));
  return { Tags: [...tagsIn(resource).filter((one) => !isOfImage(one)), ...before.filter(isOfImage)] };
};

const gives = (resource: Json): readonly Json[] =>
  listOf(propertiesOf(resource)['NetworkInterfaces']).flatMap((one) => mapOf(one)['AssociatePublicIpAddress'] ?? []);

const isPublic = (resource: Json): boolean => gives(resource).includes(true);
const isPrivate = (resource: Json): boolean => gives(resource).includes(false);

const noAddress = (resource: Json): string =>
  `the machine of node ${nodeOf(mapOf(resource) as object) ?? ''} has no public address, and only a new machine can get one: leave out the outputs that ask for it, or set network_name: PUBLIC in its endpoint and name the node in "replace"`;

/** A key pair that a machine uses stays as it is, with the output that tells its id. */
const withKey = (template: Template, inForce: Template): Template => {
  const made = sectionOf(template, 'Resources');
  const key = sectionOf(inForce, 'Resources')[machineKey];
  const isUsed = Object.values(made).some((one) => propertiesOf(one)['KeyName'] !== undefined);
  if (key === undefined || mapOf(key)['Type'] !== 'AWS::EC2::KeyPair' || !(isUsed || machineKey in made))
    return template;
  const { [outputOfKey]: id = null } = sectionOf(inForce, 'Outputs');
  return {
    ...template,
    Resources: { ...made, [machineKey]: key },
    Outputs: { ...sectionOf(template, 'Outputs'), [outputOfKey]: id },
  };
};

/** The logical id of the output that tells its id. */
const outputOfKey = logicalId(`${attributeFor}${keyPairId}`);
