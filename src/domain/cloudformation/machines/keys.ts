import type { Json, Node } from '../../../tosca/topology.ts';
import { asked, mapOf, textOf } from '../../deployers/asked.ts';
import { type Blueprint, getAtt, type StackResource, type StackResources } from '../blueprint/blueprint.ts';
import type { FoundImage } from '../offers/match-image.ts';

/** The key pair of a deployment (docs/decisions/0051). */
export const machineKey = 'MachineKey';

/** EC2 makes the key. CloudFormation puts the private one into Parameter Store, and nowhere else. */
const keyPair: StackResource = {
  Type: 'AWS::EC2::KeyPair',
  Properties: { KeyName: { Ref: 'AWS::StackName' }, KeyType: 'ed25519' },
};

/** The parameter of Systems Manager is named after it. It has no space, so no attribute of a node has this name. */
export const keyPairId = 'KeyPairId';

const idOfKey: Blueprint['outputs'][number] = {
  name: keyPairId,
  value: { is: 'function', function: getAtt(machineKey, keyPairId) },
  hidden: true,
};

/** What a deployment has once if one of its machines has a key. */
export const keyParts = (isAsked: boolean): { resources: StackResources; outputs: Blueprint['outputs'] } =>
  isAsked ? { resources: { [machineKey]: keyPair }, outputs: [idOfKey] } : { resources: {}, outputs: [] };

/** The user whom EC2 gives the key, or why nobody knows. The template may name the user of an image of its own. */
export const loginOf = (node: Node, image: FoundImage): { user: string; warning?: string } | { why: string } => {
  const credential = mapOf(asked(node, 'os')['credential']);
  const named = textOf(credential['token']) === undefined ? textOf(credential['user']) : undefined;
  const { user = named, what } = image;
  if (user === undefined) {
    return {
      why: `is asked for its login (endpoint.credential), and nobody knows the user of the image ${what}: name the user in os.credential.user, or as user of the image in the configuration of the provider`,
    };
  }
  if (named === undefined || named === user) return { user };
  return { user, warning: `has the login ${user}, the user of its image, and not ${named} (os.credential)` };
};

/** Its logical id in a template, as bind.ts makes it. */
const outputOfKey = `Attributex20${keyPairId}`;

interface Template {
  readonly [section: string]: unknown;
}

const sectionOf = (template: Template, name: string) => (template[name] ?? {}) as { readonly [id: string]: Json };

/**
 * A machine gets a key only when it is made: with another one CloudFormation would replace it. So a machine that stands
 * keeps the key that it has, or has none, whatever the new template asks for.
 */
export const withKeysInForce = (template: Template, inForce: Template): Template => {
  const [wanted, standing] = [sectionOf(template, 'Resources'), sectionOf(inForce, 'Resources')];
  const made = Object.fromEntries(
    Object.entries(wanted).map(([id, resource]) => [
      id,
      isMachine(resource) && isMachine(standing[id]) ? withKeyOf(resource, standing[id] ?? null) : resource,
    ]),
  );
  const key = standing[machineKey];
  const isUsed = Object.values(made).some((one) => mapOf(mapOf(one)['Properties'])['KeyName'] !== undefined);
  if (key === undefined || !(isUsed || machineKey in made)) return { ...template, Resources: made };
  const { [outputOfKey]: id = null } = sectionOf(inForce, 'Outputs');
  return {
    ...template,
    Resources: { ...made, [machineKey]: key },
    Outputs: { ...sectionOf(template, 'Outputs'), [outputOfKey]: id },
  };
};

const isMachine = (resource: Json | undefined): boolean => mapOf(resource)['Type'] === 'AWS::EC2::Instance';

const withKeyOf = (resource: Json, standing: Json): Json => {
  const { KeyName: _, ...properties } = mapOf(mapOf(resource)['Properties']);
  const held = mapOf(mapOf(standing)['Properties'])['KeyName'];
  return { ...mapOf(resource), Properties: { ...properties, ...(held !== undefined && { KeyName: held }) } };
};

/** Whether a template gives a machine a key. */
export const hasKey = (template: Template): boolean => machineKey in sectionOf(template, 'Resources');
