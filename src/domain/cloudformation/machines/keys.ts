import type { Node } from '../../../tosca/topology.ts';
import { capabilityValues, mapOf, textOf } from '../../deployers/capability-values.ts';
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
export const keyParts = (isRequested: boolean): { resources: StackResources; outputs: Blueprint['outputs'] } =>
  isRequested ? { resources: { [machineKey]: keyPair }, outputs: [idOfKey] } : { resources: {}, outputs: [] };

/** Who logs in: the user whose public key the template gives, else that of the image. undefined: nobody knows. */
export const userOf = (node: Node, image: FoundImage): string | undefined => {
  const credential = mapOf(capabilityValues(node, 'os')['credential']);
  const named = textOf(credential['user']);
  return textOf(credential['token']) === undefined ? (image.user ?? named) : named;
};

/** The user whom EC2 gives the key, or why nobody knows. The template may name the user of an image of its own. */
export const loginOf = (node: Node, image: FoundImage): { user: string; warning?: string } | { why: string } => {
  const credential = mapOf(capabilityValues(node, 'os')['credential']);
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
