import type { CapabilityInstance, NodeInstance, Relationship } from '../model/instances.ts';
import { addressAttributes, hasAddressList } from '../network-addresses.ts';
import type { Json } from '../topology.ts';
import { type Members, membersOf } from '../types/members.ts';
import type { TypeDef } from '../types/type-def.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf, toJson } from '../yaml/scalar.ts';
import { hostsOf } from './entity.ts';
import type { Call } from './function.ts';
import { noteForm } from './noted-calls.ts';
import type { Reached } from './path.ts';
import { endsOf } from './relationships.ts';

/** Every node has these attributes after deployment (1.3 section 5.9.1), declared or not. */
export const always = ['tosca_id', 'tosca_name', 'state'];

export type Values = Pick<Members, 'properties' | 'attributes'>;

export const hasMember = ({ attributes, properties }: Values, name: string): boolean =>
  attributes.has(name) || properties.has(name);

/**
 * The parser of the Infrastructure Manager finds no attribute behind the name of a requirement: it gets what has it. What
 * the template itself says of such an attribute is written out before.
 */
export function nameTarget(call: Call, { entity, rest: [first, ...path] }: Reached): void {
  const name = textOf(first);
  if (call.service.unsupported === undefined || entity.is !== 'node' || path.length === 0) return;
  const { type, requirements } = entity.node;
  const { attributes, properties, capabilities } = membersOf(type);
  if (name === undefined || attributes.has(name) || properties.has(name)) return;
  const behind = requirements.find((each) => each.name === name);
  const capability = capabilities.get(name);
  if (behind?.target === undefined || (capability && hasMember(capability, textOf(path[0]) ?? ''))) return;
  nameEnd(call, behind.relationship, { target: behind.target, offered: endsOf(behind) }, path);
}

function nameEnd(call: Call, { type }: Relationship, end: End, path: readonly YamlNode[]): void {
  const step = textOf(path[0]) ?? '';
  const isOfRelationship = type !== undefined && hasMember(membersOf(type), step);
  // which address in a network is meant is found out later (network-addresses.ts)
  if (step === 'networks' || step === 'ports') return;
  if (isOfRelationship || !path.every(({ kind }) => kind === 'scalar')) return;
  const owner = ownerOf(step, end);
  if (owner === undefined) return;
  const rest = withoutIndex(owner.type, path.map(toJson));
  noteForm(call, { [call.name]: [...owner.path, ...rest] });
}

/** The target, its capability there, or the machine below it: many ask its software for its addresses. */
function ownerOf(step: string, { target, offered }: End): Owner | undefined {
  if (always.includes(step) || membersOf(target.type).attributes.has(step) || target.attributes.has(step))
    return { path: [target.name], type: target.type };
  const capability = offered.find(({ def }) => def.attributes.has(step));
  if (capability) return { path: [target.name, capability.name], type: target.type };
  const machine = addressAttributes.includes(step) ? [...hostsOf(target)].find(isMachine) : undefined;
  return machine && { path: [machine.name], type: machine.type };
}

/** Where a requirement ends. */
interface End {
  readonly target: NodeInstance;
  /** its capabilities that the requirement can take */
  readonly offered: readonly CapabilityInstance[];
}

interface Owner {
  readonly path: readonly string[];
  readonly type: TypeDef;
}

const isMachine = ({ type }: NodeInstance): boolean => type.ancestry.includes('tosca.nodes.Compute');

/** The path of the only address of a machine, without its index: the Infrastructure Manager has a list of addresses for few machines. */
export const withoutIndex = (type: TypeDef, path: readonly Json[]): readonly Json[] => {
  const [name = null, index, ...more] = path;
  const isAddress = typeof name === 'string' && addressAttributes.includes(name);
  const isFirst = isAddress && String(index) === '0' && more.length === 0;
  return isFirst && type.ancestry.includes('tosca.nodes.Compute') && !hasAddressList({ type: type.name })
    ? [name]
    : path;
};
