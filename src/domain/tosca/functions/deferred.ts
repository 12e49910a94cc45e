import type { NodeInstance } from '../model/instances.ts';
import { named } from '../model/service.ts';
import { artifactUnknown, attributeUnknown, functionArguments, typeUnknown, valueType } from '../problem-kinds.ts';
import type { Finding } from '../report.ts';
import type { Json } from '../topology.ts';
import { compatible, describeSchema, schemaAt } from '../types/compatible.ts';
import { membersOf } from '../types/members.ts';
import type { PropertyDef, Schema } from '../types/schema.ts';
import type { Called } from '../values/coerce.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import { entityOf } from './entity.ts';
import { type Call, given, type ToscaFunction } from './function.ts';
import { wordsOf } from './lookup.ts';
import { follow, type Reached } from './path.ts';

/** Attributes every node has once it is deployed (1.3 section 5.9.1), declared or not. */
const always = ['tosca_id', 'tosca_name', 'state'];

/** Only the deployment knows the value; that there will be one, and of which type, is checked now. */
export const getAttribute: ToscaFunction = (call) => {
  const [first, ...path] = wordsOf(call.argument);
  if (first === undefined || path.length === 0) {
    return call.refuse(functionArguments(call.name, 'a node (or SELF, HOST, SOURCE, TARGET) and an attribute'));
  }
  const reached = follow(call, [first, ...path]);
  if (reached === undefined) return { is: 'nothing' };
  const [name, ...rest] = reached.rest;
  const found = name && attributeOf(call, reached.entity, name);
  if (found === undefined) return call.postpone();
  if (found === 'missing') return { is: 'nothing' };
  const schema = schemaAt(
    found.schema,
    rest.map((step) => textOf(step) ?? ''),
  );
  return call.postpone((wanted) => misfit(call, schema, wanted));
};

/** A value of one type where another is wanted; tools of 1.x do not look, and its scalars are converted. */
function misfit(call: Call, schema: Schema | undefined, wanted: Schema): Finding | undefined {
  if (schema === undefined || compatible(schema, wanted)) return undefined;
  const isText = typeof schema.type.base === 'object' && typeof wanted.type.base === 'object';
  if (isText && call.service.version !== '2.0') return undefined;
  return call.service.judged(valueType(describeSchema(wanted), `an attribute that is ${describeSchema(schema)}`));
}

type Found = Pick<PropertyDef, 'schema'> | 'missing' | undefined;

/** Undefined: what it is cannot be told here. */
function attributeOf(call: Call, entity: Reached['entity'], at: YamlNode): Found {
  const name = textOf(at);
  if (name === undefined || entity.is === 'open') return undefined;
  if (entity.is === 'node') return nodeAttribute(call, entity.node, name, at);
  const [owner, members] =
    entity.is === 'capability'
      ? [`the capability ${entity.capability.name}`, entity.capability.def]
      : [
          entity.relationship.type?.name ?? 'the relationship',
          entity.relationship.type && membersOf(entity.relationship.type),
        ];
  const found = members?.attributes.get(name) ?? members?.properties.get(name);
  if (found || members === undefined || always.includes(name)) return found;
  // tools of 1.x know no attributes of relationships
  const finding = attributeUnknown(name, owner, [...members.attributes.keys(), ...members.properties.keys()]);
  if (entity.is === 'capability') call.refuse(finding, at);
  else call.refuse(call.service.judged(finding), at);
  return 'missing';
}

function nodeAttribute(call: Call, node: NodeInstance, name: string, at: YamlNode): Found {
  const { attributes, properties, capabilities, requirements } = membersOf(node.type);
  const found = attributes.get(name) ?? properties.get(name);
  if (found) return found;
  const known = capabilities.has(name) || requirements.has(name);
  if (known || always.includes(name) || node.attributes.has(name)) return undefined;
  const names = [...attributes.keys(), ...properties.keys(), ...capabilities.keys()];
  call.refuse(attributeUnknown(name, node.name, names), at);
  return 'missing';
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
  const reached = follow(call, [first, ...rest]);
  if (reached === undefined) return { is: 'nothing' };
  if (reached.entity.is === 'node') checkArtifact(call, reached.entity.node, reached.rest[0]);
  return call.postpone();
};

function checkArtifact(call: Call, node: NodeInstance, at: YamlNode | undefined): void {
  const name = textOf(at);
  if (at === undefined || name === undefined) return;
  const known = new Set([...membersOf(node.type).artifacts, ...named(node.node.get('artifacts')).map(([own]) => own)]);
  if (!known.has(name)) call.refuse(call.service.judged(artifactUnknown(name, node.name, known)), at);
}

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
