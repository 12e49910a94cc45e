import type { Node } from '../../../tosca/topology.ts';
import { isHosting } from '../../changes/kinds.ts';
import { isCompute } from './compute.ts';

export type ByName = ReadonlyMap<string, Node>;

/** The node of type Compute on which a node stands, itself included; undefined: it stands on none. */
export const hostOf = (node: Node, byName: ByName): Node | undefined => {
  const passed = new Set<Node>(); // hosts that go round are on no machine
  let at: Node | undefined = node;
  while (at !== undefined && !isCompute(at) && !passed.has(at)) {
    passed.add(at);
    at = byName.get(at.requirements.find(isHosting)?.node ?? '');
  }
  return at !== undefined && isCompute(at) ? at : undefined;
};

/** Types whose nodes are nothing but what their operations do. */
const software = [
  'tosca.nodes.SoftwareComponent',
  'tosca.nodes.WebServer',
  'tosca.nodes.WebApplication',
  'tosca.nodes.DBMS',
  'tosca.nodes.Database',
];

/** Whether a node stands on a machine and consists of operations: nothing of it becomes a resource. */
export const isSoftware = (node: Node, byName: ByName): boolean =>
  !isCompute(node) &&
  hostOf(node, byName) !== undefined &&
  (node.operations !== undefined || (node.types.some((type) => software.includes(type)) && !isContainer(node)));

const isContainer = ({ types }: Node): boolean => types.some((type) => type.startsWith('tosca.nodes.Container.'));

/**
 * Types of a catalog that this service knows without their operations, which it reads only from the original. Types of
 * a template are defined there with all they have.
 */
export const lacksOperations = ({ type, operations }: Node): boolean =>
  operations === undefined && type.startsWith('tosca.nodes.') && !software.includes(type);

/** Why software without operations cannot be installed; undefined: there is nothing to install. */
export const notInstalled = (node: Node): string | undefined => {
  if (node.operations !== undefined) return undefined;
  if (lacksOperations(node))
    return 'is software of a type whose operations this service does not know: define the type in the template, with its scripts';
  const isNormative = software.includes(node.type) && node.type !== 'tosca.nodes.SoftwareComponent';
  return isNormative ? 'is software without operations: nothing would install it' : undefined;
};
