import type { Json } from '../../../tosca/topology.ts';
import { listOf, mapOf } from '../../deployers/asked.ts';
import { attributeFor, logicalId } from '../blueprint/blueprint.ts';
import { nodeOf } from '../blueprint/stack-parts.ts';
import { keyPairId, machineKey } from './keys.ts';

interface Template {
  readonly [section: string]: unknown;
}

type Section = { readonly [id: string]: Json };

const sectionOf = (template: Template, name: string): Section => (template[name] ?? {}) as Section;

/**
 * What a machine or volume gets only when it is made: with another value CloudFormation would replace it. Where the
 * template of the user asks to replace it, it has another id.
 */
const lasting: { readonly [type: string]: readonly string[] } = {
  'AWS::EC2::Instance': ['KeyName', 'NetworkInterfaces', 'SubnetId', 'AvailabilityZone', 'PrivateIpAddress'],
  'AWS::EC2::Volume': ['AvailabilityZone'],
};

/** The template, as an update may send it, and why it may not be sent at all. */
export interface Kept {
  readonly template: Template;
  readonly refusals: readonly string[];
}

/**
 * A machine that stands keeps its key, its network and its place, whatever the outputs of the new template ask for and
 * whatever subnets the provider's configuration names by now. Only a public address that it does not have is refused.
 */
export const withMachinesInForce = (template: Template, inForce: Template): Kept => {
  const [wanted, standing] = [sectionOf(template, 'Resources'), sectionOf(inForce, 'Resources')];
  const stays = Object.entries(wanted).flatMap(([id, one]) => {
    const old = standing[id];
    return old !== undefined && mapOf(old)['Type'] === mapOf(one)['Type'] ? [{ id, one, old }] : [];
  });
  const kept = Object.fromEntries(stays.map(({ id, one, old }) => [id, keeping(one, old)]));
  const refusals = stays.filter(({ one, old }) => isPublic(one) && isPrivate(old)).map(({ one }) => noAddress(one));
  return { template: withKey({ ...template, Resources: { ...wanted, ...kept } }, inForce), refusals };
};

const propertiesOf = (resource: Json): Section => mapOf(mapOf(resource)['Properties']);

const keeping = (resource: Json, old: Json): Json => {
  const names = lasting[String(mapOf(resource)['Type'])];
  if (names === undefined) return resource;
  const own = Object.entries(propertiesOf(resource)).filter(([name]) => !names.includes(name));
  const held = Object.entries(propertiesOf(old)).filter(([name]) => names.includes(name));
  return { ...mapOf(resource), Properties: Object.fromEntries([...own, ...held]) };
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
