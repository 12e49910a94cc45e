import { addressAttributes, hasAddressList, machinesWithLists } from '../../tosca/network-addresses.ts';
import { machineOf } from '../../tosca/public-address.ts';
import type { Json, Node } from '../../tosca/topology.ts';
import { type Asker, attributeOf, isFunction } from './forms/known-attributes.ts';

type ByName = ReadonlyMap<string, Node>;

/** A call that only the deployment can answer. */
interface Question {
  /** for messages, e.g. `output url` */
  readonly about: string;
  readonly asker: Asker;
  readonly call: string;
  /** its argument; of `get_attribute` it begins with the name of a node */
  readonly path: readonly Json[];
}

/** Attributes of the normative types that are texts: the manager's parser refuses an index of one. */
const texts = ['state', 'tosca_id', 'tosca_name', 'ip_address', 'volume_id', 'segmentation_id', 'ctxt_log'];

/** Of several machines of a node it tells all addresses only where the type says that they are a list. */
export const onlyFirst = ({ about, path: [name, ...path] }: Question, byName: ByName): readonly string[] => {
  const node = byName.get(String(name));
  const machine = node && machineOf(node, byName);
  const attribute = node && attributeOf(node, path);
  if (machine === undefined || machine.count < 2 || hasAddressList(machine)) return [];
  if (!addressAttributes.includes(attribute ?? '')) return [];
  return [
    `${about} asks for ${attribute} of ${name}, which has ${machine.count} machines, and the Infrastructure Manager tells only that of the first: choose the type ${machinesWithLists}, which has a list`,
  ];
};

/** The release before 2.0 tells nobody the certificates of a machine. */
export const beforeTwo = ({ about, asker, path: [name, ...path] }: Question, byName: ByName): readonly string[] => {
  const node = byName.get(String(name));
  if (node === undefined || asker !== 'output' || attributeOf(node, path) !== 'tls_certificates') return [];
  return [
    `${about} asks for tls_certificates of ${node.name}, which releases of the Infrastructure Manager before 2.0 do not tell`,
  ];
};

/** Why its parser refuses the form of the question. */
export const wrongForm = ({ about, call, path }: Question, byName: ByName): readonly string[] => {
  if (call === 'get_artifact')
    return [
      `${about} asks for the artifact ${String(path[1])} of ${String(path[0])} (get_artifact), and the Infrastructure Manager tells that only operations: write the address of its file instead`,
    ];
  if (call !== 'get_attribute')
    return [
      `${about} takes the result of an operation (${call}), and the Infrastructure Manager cannot read that: use an attribute`,
    ];
  const [attributeBefore, last] = path.slice(-2).map(String);
  if (path.length > 2 && texts.includes(attributeBefore ?? '') && /^\d+$/.test(last ?? ''))
    return [`${about} asks for item ${last} of ${attributeBefore} of ${path[0]}, which is a text: leave the index out`];
  const [name, attribute = '', index, ...more] = path;
  const node = byName.get(String(name));
  if (node !== undefined && isFunction(node) && index !== undefined)
    return ofFunction(about, node, String(attribute), index);
  if (node === undefined || !addressAttributes.includes(String(attribute)) || index === undefined) return [];
  const isFirst = String(index) === '0' && more.length === 0;
  return hasAddressList(node) || isFirst
    ? []
    : [
        `${about} asks for ${path.slice(1).map(String).join(', ')} of ${node.name}, and the Infrastructure Manager tells only the first address of a ${node.type}: use the index 0, or the type ${machinesWithLists}`,
      ];
};

/** The endpoint of a function is a text, and its credential has members. */
const ofFunction = (about: string, { name }: Node, attribute: string, step: Json): readonly string[] => {
  if (attribute === 'endpoint')
    return [`${about} asks for ${String(step)} of the endpoint of ${name}, which is a text: leave it out`];
  const isMember = attribute !== 'credential' || !/^\d+$/.test(String(step));
  return isMember
    ? []
    : [
        `${about} asks for item ${String(step)} of the credential of ${name}, which is no list: leave it out, or name a member (user, token)`,
      ];
};
