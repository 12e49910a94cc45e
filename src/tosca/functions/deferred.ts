import type { NodeInstance } from '../model/instances.ts';
import { openLike } from '../names.ts';
import {
  artifactUnknown,
  functionValue,
  interfaceUnknown,
  operationUnknown,
  propertyUnknown,
  valueType,
} from '../problem-kinds.ts';
import type { Finding } from '../report.ts';
import type { Json } from '../topology.ts';
import { compatible, describeSchema, isPrimitive, schemaAt, unknownStep } from '../types/compatible.ts';
import type { Called, DataType, Schema } from '../types/definitions.ts';
import { membersOf } from '../types/members.ts';
import { interfacesOf } from '../types/refined-relationship.ts';
import type { TypeDef } from '../types/type-def.ts';
import { named } from '../yaml/named.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf, toJson } from '../yaml/scalar.ts';
import { attributeAt, type Found, mayHaveAttribute } from './attribute.ts';
import { type Entity, entityOf, hostsOf, isHost } from './entity.ts';
import { fixedAttribute } from './fixed-attribute.ts';
import { type Call, given, nothing, type ToscaFunction } from './function.ts';
import { wordsOf } from './lookup.ts';
import { formOf, noteForm, noteLater } from './noted-calls.ts';
import { type Followed, follow } from './path.ts';
import { nameTarget, withoutIndex } from './target-forms.ts';
import { refuseArguments } from './wrong-arguments.ts';

/** What the template does not give, only the deployment knows; its existence and type are checked now. */
export const getAttribute: ToscaFunction = (call) => {
  const words = wordsOf(call.argument);
  if (words.length < 2) return refuseArguments(call, 'a node (or SELF, HOST, SOURCE, TARGET) and an attribute');
  const followed = follow(call, words);
  if (followed === undefined) return nothing;
  if (isHost(call)) checkHosts(call, followed);
  const schemas: (Schema | undefined)[] = [];
  for (const place of followed.places) {
    const found = attributeAt(call, place);
    if (found === 'missing') return nothing;
    const steps = found?.rest.map((step) => textOf(step) ?? '') ?? [];
    if (found && !hasMembers(call, found, steps)) return nothing;
    schemas.push(found && schemaAt(found.schema, steps));
  }
  const known = fixedValue(call, followed);
  if (known !== undefined) return known;
  if (followed.places[0]) nameTarget(call, followed.places[0]);
  nameOnlyAddress(call, followed);
  nameItsNode(call, followed);
  nameItsHost(call, followed);
  noteAddress(call, followed);
  if (followed.isList) return call.postpone((wanted) => listMisfit(schemas, wanted));
  const [schema] = schemas;
  if (schema && call.site.node === undefined) call.service.outputSchemas.set(call.node, schema);
  return call.postpone(schema && ((wanted) => misfit(call, schema, wanted)));
};

/** 1.x: some node below has to have the attribute; tosca-parser refuses a template where none has it. */
function checkHosts(call: Call, { places: [place] }: Followed): void {
  const at = place?.rest[0];
  const name = textOf(at);
  const { node } = call.site;
  const hosts = node ? [...hostsOf(node)] : [];
  if (node === undefined || at === undefined || name === undefined || hosts.length === 0) return;
  const isOpenEnded = [node, ...hosts].some(
    ({ type, requirements }) =>
      type.isOpen || requirements.some((one) => one.target === undefined && one.name === 'host'),
  );
  if (isOpenEnded || hosts.some((host) => mayHaveAttribute(host, name))) return;
  call.refuse(functionValue(`no node that hosts ${node.name} has ${name}`), at);
}

/** For the Infrastructure Manager, whose parser takes no index of an address that its type says is a text. */
function nameOnlyAddress(call: Call, { places: [place] }: Followed): void {
  const { unsupported, version } = call.service;
  if (unsupported === undefined || version === '2.0' || place === undefined) return;
  const node = place.entity.is === 'node' ? place.entity.node : isHost(call) ? hostOf(call) : undefined;
  if (node === undefined) return;
  const path = place.rest.map(toJson);
  const short = withoutIndex(node.type, path);
  const argument = toJson(call.argument);
  if (short !== path && Array.isArray(argument))
    noteForm(call, { [call.name]: [(argument as readonly Json[])[0] ?? '', ...short] });
}

/** For the same parser, which looks for the id of a node among the attributes of the capability that a path passes. */
function nameItsNode(call: Call, { places: [place] }: Followed): void {
  const { unsupported, version } = call.service;
  if (unsupported === undefined || version === '2.0' || place?.entity.is !== 'node') return;
  const [part, attribute, ...more] = place.rest.map((step) => textOf(step));
  if (part === undefined || attribute !== 'tosca_id' || more.length > 0) return;
  const { node } = place.entity;
  const owner = node.requirements.find(({ name }) => name === part)?.target ?? (node.capabilities.has(part) && node);
  if (owner) noteForm(call, { [call.name]: [owner.name, attribute] });
}

/**
 * For the same parser, which looks for a host with an attribute of the capability's name, and knows no HOST in operations
 * of a relationship.
 */
function nameItsHost(call: Call, { places: [place] }: Followed): void {
  const { unsupported } = call.service;
  if (unsupported === undefined) return;
  const [part, attribute] = place?.rest.map((step) => textOf(step)) ?? [];
  const machine = isHost(call) ? hostOf(call) : undefined;
  if (machine === undefined || part === undefined) return;
  const isOfCapability =
    attribute !== undefined && machine.capabilities.has(part) && !membersOf(machine.type).attributes.has(part);
  if (!isOfCapability && call.site.relationship === undefined) return;
  noteForm(call, { [call.name]: [machine.name, ...(place?.rest ?? []).map(toJson)] });
}

/** For the same parser, which knows no networks of a machine: all nodes together tell which address is meant. */
function noteAddress(call: Call, { places: [place] }: Followed): void {
  const { unsupported } = call.service;
  if (unsupported === undefined) return;
  const path = place?.rest.map(toJson) ?? [];
  const node = place?.entity.is === 'node' ? place.entity.node : place && isHost(call) ? hostOf(call) : undefined;
  const argument = toJson(call.argument);
  if (node === undefined || !path.includes('addresses') || !Array.isArray(argument)) return;
  unsupported.calls.addAddress({
    ...{ call: call.node, path: [node.name, ...path] },
    inForm: (form) => formOf(call, form),
  });
}

/** The machine below the node of the call. */
const hostOf = ({ site: { node } }: Call): NodeInstance | undefined => (node ? [...hostsOf(node)].at(-1) : undefined);

/** Undefined: the template does not give it, or not all of a list. */
function fixedValue(call: Call, { places, isList, isWhole }: Followed): Called | undefined {
  const found = places.map((place) => fixedAttribute(call, place));
  const [first] = found;
  const value = isList ? listOf(found, isWhole) : first;
  // the Infrastructure Manager knows only what its machines tell
  if (value?.is === 'given') call.service.unsupported?.addCall(call.node, value.value);
  if (value?.is === 'later') noteLater(call, value.value);
  return value;
}

function listOf(found: readonly (Called | undefined)[], isWhole: boolean): Called | undefined {
  if (found.some((each) => each?.is === 'nothing')) return nothing;
  const known = found.flatMap((each) => (each?.is === 'given' ? [each.value] : []));
  return isWhole && known.length === found.length ? given(Object.freeze(known)) : undefined;
}

/** A path with ALL gives a list, whatever its items are (2.0 section 10.3). */
function listMisfit(schemas: readonly (Schema | undefined)[], wanted: Schema): Finding | undefined {
  const unlike = schemas.find((schema) => wanted.type.base !== 'list' || !compatible(schema, wanted.entry));
  if (wanted.type.base === 'list' && unlike === undefined) return undefined;
  const entries = unlike === undefined ? 'attributes' : `attributes that are each ${describeSchema(unlike)}`;
  return valueType(describeSchema(wanted), `the list of ${entries}`);
}

/** Whether the members that a path names exist in the value's types; tools of 1.x do not check. */
function hasMembers(call: Call, { schema, rest }: Found, steps: readonly string[]): boolean {
  const index = unknownStep(schema, steps);
  const at = index === undefined ? undefined : rest[index];
  const name = textOf(at);
  if (at === undefined || name === undefined || name.startsWith('$')) return true;
  const { type, entry } = schemaAt(schema, steps.slice(0, index)) ?? {};
  // tools of 1.x give that of each, as for [server, endpoint, credential, token] of several machines
  if (isListOf(type) && entry?.type.properties.has(name) && call.service.version !== '2.0') return true;
  const nothing = `${call.name} finds nothing at ${JSON.stringify(name)}`;
  // tosca-parser refuses these two
  if (isListOf(type)) call.refuse(functionValue(`${nothing}: a list has indexes, which are numbers from 0`), at);
  else if (type && isPrimitive(type))
    call.refuse(functionValue(`${nothing}: ${type.base.expected} has no members`), at);
  else call.refuse(call.service.judged(propertyUnknown(name, type?.def.name ?? '', type?.properties ?? [])), at);
  return call.service.version !== '2.0';
}

const isListOf = (type: DataType | undefined): boolean => type?.base === 'list';

/** The finding when an attribute has the wrong type; tools of 1.x do not check, and their scalars are converted. */
function misfit(call: Call, schema: Schema, wanted: Schema): Finding | undefined {
  if (compatible(schema, wanted)) return undefined;
  const isText = typeof schema.type.base === 'object' && typeof wanted.type.base === 'object';
  if (isText && call.service.version !== '2.0') return undefined;
  return call.service.judged(valueType(describeSchema(wanted), `an attribute that is ${describeSchema(schema)}`));
}

const operationOutputArguments = 'a node, an interface, an operation and the name of its output';

export const getOperationOutput: ToscaFunction = (call) => {
  const [first, ...rest] = wordsOf(call.argument);
  if (first === undefined || rest.length < 3) return refuseArguments(call, operationOutputArguments);
  const entity = entityOf(call, first);
  if (entity === undefined) return { is: 'nothing' };
  checkOperation(call, entity, rest);
  return call.postpone();
};

/** Checks that the operation exists; only a warning in 1.x, whose tools do not check. */
function checkOperation(call: Call, entity: Entity, [at, operationAt]: readonly YamlNode[]): void {
  const type = typeOf(entity);
  const [name, operation] = [textOf(at), textOf(operationAt)];
  if (type === undefined || at === undefined || name === undefined || operation === undefined) return;
  const interfaces = interfacesOf(type, entity.is === 'relationship' ? entity.relationship.def : undefined);
  const found = interfaces.get(name);
  if (found === undefined) call.refuse(call.service.judged(interfaceUnknown(name, type.name, interfaces)), at);
  else if (!found.operations.has(operation))
    call.refuse(call.service.judged(operationUnknown(operation, name, found.operations)), operationAt);
}

const typeOf = (entity: Entity): TypeDef | undefined => {
  if (entity.is === 'node') return entity.node.type;
  return entity.is === 'relationship' ? entity.relationship.type : undefined;
};

const artifactArguments =
  'a node, the name of one of its artifacts, and (1.x) where to put it and whether to remove it';

export const getArtifact: ToscaFunction = (call) => {
  const [first, ...rest] = wordsOf(call.argument);
  const tooMany = rest.length > 3 && call.service.version !== '2.0';
  if (first === undefined || rest.length === 0 || tooMany) return refuseArguments(call, artifactArguments);
  const followed = follow(call, [first, ...rest]);
  if (followed === undefined) return { is: 'nothing' };
  for (const { entity, rest: left } of followed.places)
    if (entity.is === 'node') checkArtifact(call, entity.node, left[0]);
  return call.postpone();
};

function checkArtifact(call: Call, node: NodeInstance, at: YamlNode | undefined): void {
  const name = textOf(at);
  if (at === undefined || name === undefined) return;
  const { artifacts } = membersOf(node.type);
  const known = openLike(new Set([...artifacts, ...named(node.node.get('artifacts')).map(([own]) => own)]), artifacts);
  if (!known.has(name)) call.refuse(call.service.judged(artifactUnknown(name, node.name, known)), at);
}

/** The names of all node templates of a type, or of a type that derives from it. */
export const getNodesOfType: ToscaFunction = (call: Call): Called => {
  const [first] = wordsOf(call.argument);
  const name = textOf(first);
  if (first === undefined || name === undefined) return refuseArguments(call, 'the name of a node type');
  const type = call.service.scope.find('node', name);
  if (type === undefined) return call.refuse(call.service.scope.unknownType('node', name), first);
  const found: Json[] = [...call.service.nodes.values()].filter((node) => node.type.is(type)).map((node) => node.name);
  // the Infrastructure Manager's parser leaves the call in the value
  call.service.unsupported?.addCall(call.node, Object.freeze(found));
  return given(Object.freeze(found));
};
