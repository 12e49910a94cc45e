import type { CapabilityInstance, NodeInstance } from '../model/instances.ts';
import { attributeUnknown, functionArguments, typeUnknown } from '../problem-kinds.ts';
import type { Json } from '../topology.ts';
import { membersOf } from '../types/members.ts';
import type { Called } from '../values/coerce.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import { entityOf } from './entity.ts';
import { type Call, given, type ToscaFunction } from './function.ts';
import { wordsOf } from './lookup.ts';
import { follow } from './path.ts';

/** Attributes every node has once it is deployed (1.3 section 5.9.1), declared or not. */
const always = ['tosca_id', 'tosca_name', 'state'];

/** Only the deployment knows the value; that there will be one is checked now. */
export const getAttribute: ToscaFunction = (call) => {
  const [first, ...path] = wordsOf(call.argument);
  if (first === undefined || path.length === 0) {
    return call.refuse(functionArguments(call.name, 'a node (or SELF, HOST, SOURCE, TARGET) and an attribute'));
  }
  const reached = follow(call, [first, ...path]);
  if (reached === undefined) return { is: 'nothing' };
  const { entity, rest } = reached;
  if (entity.is === 'node') checkAttribute(call, entity.node, rest);
  if (entity.is === 'capability') checkCapabilityAttribute(call, entity.capability, rest[0]);
  return call.postpone();
};

function checkAttribute(call: Call, node: NodeInstance, path: readonly YamlNode[]): void {
  const name = textOf(path[0]);
  if (name === undefined || path[0] === undefined) return;
  const { attributes, properties, capabilities, requirements } = membersOf(node.type);
  const known = [attributes, properties, capabilities, requirements].some((names) => names.has(name));
  if (known || always.includes(name) || node.attributes.has(name)) return;
  const names = [...attributes.keys(), ...properties.keys(), ...capabilities.keys()];
  call.refuse(attributeUnknown(name, node.name, names), path[0]);
}

function checkCapabilityAttribute(call: Call, { name, def }: CapabilityInstance, at: YamlNode | undefined): void {
  const asked = textOf(at);
  if (asked === undefined || at === undefined || def.attributes.has(asked) || def.properties.has(asked)) return;
  call.refuse(
    attributeUnknown(asked, `the capability ${name}`, [...def.attributes.keys(), ...def.properties.keys()]),
    at,
  );
}

export const getOperationOutput: ToscaFunction = (call) => {
  const [first, ...rest] = wordsOf(call.argument);
  if (first === undefined || rest.length < 3) {
    return call.refuse(functionArguments(call.name, 'a node, an interface, an operation and the name of its output'));
  }
  return entityOf(call, first) ? call.postpone() : { is: 'nothing' };
};

export const getArtifact: ToscaFunction = (call) => {
  const [first, ...rest] = wordsOf(call.argument);
  if (first === undefined || rest.length === 0) {
    return call.refuse(functionArguments(call.name, 'a node and the name of one of its artifacts'));
  }
  return entityOf(call, first) ? call.postpone() : { is: 'nothing' };
};

/** The names of the node templates of a type, or of one that derives from it. */
export const getNodesOfType: ToscaFunction = (call: Call): Called => {
  const [first] = wordsOf(call.argument);
  const name = textOf(first);
  if (first === undefined || name === undefined)
    return call.refuse(functionArguments(call.name, 'the name of a node type'));
  const type = call.service.scope.find('node', name);
  if (type === undefined) return call.refuse(typeUnknown('node', name, call.service.scope.names('node')), first);
  const found: Json[] = [...call.service.nodes.values()].filter((node) => node.type.is(type)).map((node) => node.name);
  return given(Object.freeze(found));
};
