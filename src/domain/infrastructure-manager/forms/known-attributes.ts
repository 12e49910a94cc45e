import { hasAddressList } from '../../../tosca/network-addresses.ts';
import type { Json, Node } from '../../../tosca/topology.ts';
import { isHosting, isOfKind } from '../../changes/kinds.ts';

type ByName = ReadonlyMap<string, Node>;

/** Who asks: software is configured with the value, an output shows it afterwards. */
export type Asker = 'software' | 'output';

/** `known`: the manager works it out; `absent`: nothing is made of the node; `refused`: the manager's parser finds no such attribute; `unset`: the value stays empty. */
export type Answer = 'known' | 'unset' | 'refused' | 'absent';

const container = 'tosca.nodes.Container.Application.Docker';
const faas = 'tosca.nodes.aisprint.FaaS.Function';

const ofAll = () => true;
export const isFunction = ({ types }: Pick<Node, 'types'>): boolean => types.includes(faas);

/** Attributes that the Infrastructure Manager works out itself, and of which nodes (Tosca.py, `_get_attribute_result`). */
const inSoftware: { readonly [attribute: string]: (node: Node) => boolean } = {
  ...{ tosca_id: ofAll, tosca_name: ofAll, private_address: ofAll, public_address: ofAll },
  // it looks for the address of a port under a name that no machine has
  ip_address: ({ types }) => !types.includes('tosca.nodes.network.Port'),
  endpoint: isFunction,
  endpoints: ({ type }) => type === container,
};

const inOutputs: typeof inSoftware = {
  ...inSoftware,
  // the release before 2.0 does not tell software of certificates
  ...{ tls_certificates: hasAddressList, ctxt_log: hasAddressList, ansible_output: hasAddressList },
  credential: (node) => hasAddressList(node) || isFunction(node),
};

/** What the parser's own types lack. */
const lacking: { readonly [attribute: string]: string } = { segmentation_id: 'tosca.nodes.network.Network' };

/** What becomes of `get_attribute` of a node; `path` begins with an attribute, or with a capability or a requirement. */
export const answerOf = (of: Node, path: readonly Json[], asker: Asker, byName: ByName): Answer => {
  const attribute = attributeOf(of, path);
  const node = ownerOf(of, path, byName);
  const type = Object.hasOwn(lacking, attribute) ? lacking[attribute] : undefined;
  if (type !== undefined && node.types.includes(type)) return 'refused';
  if (attribute === 'tosca_name') return 'known';
  if (attribute === 'ip_address' && !hasOwnAddress(of, path)) return 'refused';
  if (!isPlaced(node, byName)) return 'absent';
  const known = asker === 'output' ? inOutputs : inSoftware;
  return Object.hasOwn(known, attribute) && known[attribute]?.(node) === true ? 'known' : 'unset';
};

/** Behind a requirement it is the target that is asked. */
const ownerOf = (node: Node, [first = '']: readonly Json[], byName: ByName): Node => {
  const behind = node.requirements.find(({ name }) => name === first && !Object.hasOwn(node.capabilities, name));
  return byName.get(behind?.node ?? '') ?? node;
};

/** Endpoints have an `ip_address`, and what connects to them finds it; a machine has other addresses. */
const hasOwnAddress = ({ type, capabilities, requirements }: Node, [first = '']: readonly Json[]): boolean => {
  const capability = capabilities[String(first)];
  if (capability?.types.includes('tosca.capabilities.Endpoint')) return true;
  const behind = requirements.find(({ name }) => name === first);
  if (behind !== undefined) return isOfKind(behind, 'ConnectsTo');
  return capability === undefined && type !== 'tosca.nodes.Compute';
};

/** The name of the attribute, which may stand behind that of a capability. */
export const attributeOf = (node: Node, [first = '', second]: readonly Json[]): string => {
  const name = String(first);
  const isPart =
    Object.hasOwn(node.capabilities, name) || node.requirements.some((requirement) => requirement.name === name);
  return isPart && typeof second === 'string' ? second : name;
};

/** Whether a machine, a container or a function is below the node: the manager asks those. */
const isPlaced = (node: Node, byName: ByName): boolean => {
  const below = new Set([node]);
  for (const one of below) {
    if (one.types.includes('tosca.nodes.Compute') || one.type === container || isFunction(one)) return true;
    for (const requirement of one.requirements) {
      const isBelow = isHosting(requirement) || requirement.name === 'binding' || isOfKind(requirement, 'BindsTo');
      const next = isBelow ? byName.get(requirement.node ?? '') : undefined;
      if (next) below.add(next);
    }
  }
  return false;
};
