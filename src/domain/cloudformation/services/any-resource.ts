import type { Json, Node } from '../../../tosca/topology.ts';
import { isUnknown, mapOf, numberOf, textOf } from '../../deployers/capability-values.ts';
import type { StackOffer } from '../../providers/stack-offer.ts';
import { getAtt, logicalId } from '../blueprint/blueprint.ts';
import { type Member, metadataOf, refused, type Surroundings } from '../blueprint/member.ts';
import { type Attributes, attributesIn } from '../values/attributes.ts';
import { isNeverAllowed } from './allowed-types.ts';

/** Any resource of CloudFormation whose type the operator allows. */
export const anyResourceOf = (node: Node, { offer, written }: Surroundings): Member => {
  const main = logicalId(node.name);
  const type = textOf(node.properties['type']) ?? '';
  if (!isAllowed(type, offer)) return refused(main, notAllowed(type, offer));
  const properties = mapOf(node.properties['properties']);
  const strange = functionsIn(properties).find((name) => !functions.includes(name));
  if (strange !== undefined) {
    return refused(main, `uses ${strange} in its properties, and only ${functions.join(', ')} are carried out there`);
  }
  const policy = policies[textOf(node.properties['on_deletion']) ?? 'delete'] ?? 'Delete';
  const resource = {
    Type: type,
    Properties: mapOf(deep(properties, written)),
    DeletionPolicy: policy,
    UpdateReplacePolicy: policy,
    Metadata: metadataOf(node.name),
  };
  return { main, resources: { [main]: resource }, reasons: [], warnings: [] };
};

const policies: { readonly [word: string]: string } = { delete: 'Delete', retain: 'Retain', snapshot: 'Snapshot' };

const isAllowed = (type: string, { allowedTypes = [] }: StackOffer): boolean =>
  !isNeverAllowed(type) &&
  allowedTypes.some((one) => (one.endsWith('*') ? type.startsWith(one.slice(0, -1)) : type === one));

const notAllowed = (type: string, { allowedTypes = [] }: StackOffer): string => {
  if (isNeverAllowed(type))
    return `is of the type ${type}, which no template may make, since it gives rights or makes others`;
  const list = allowedTypes.length === 0 ? 'none is' : `these are: ${allowedTypes.join(', ')}`;
  return `is of the type ${type}, which is not allowed here (${list}): the operator allows types by stack.allowedTypes`;
};

/** Of CloudFormation; they only refer to something. Texts are put together by the functions of TOSCA. */
const functions = ['Ref', 'Fn::GetAtt'];

const functionsIn = (value: Json): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value);
  const own = members.flatMap(([name]) => (name.startsWith('Fn::') || name === 'Ref' ? [name] : []));
  return [...(Array.isArray(value) ? [] : own), ...members.flatMap(([, member]) => functionsIn(member as Json))];
};

const calls = ['get_attribute', 'concat', 'join', 'token', 'get_operation_output', 'get_artifact'];

/** Values that are known only later may stand anywhere in the properties. */
const deep = (value: Json, written: Surroundings['written']): Json => {
  if (!isUnknown(value) || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => deep(item, written));
  const members = Object.entries(mapOf(value));
  const [name] = members[0] ?? [''];
  if (members.length === 1 && calls.includes(name)) return written(value);
  return Object.fromEntries(members.map(([key, member]) => [key, deep(member, written)]));
};

/** Its id is the value of Ref; its attributes are those that AWS documents for the type. */
export const anyResourceAttributes = (node: Node): Attributes => {
  const id = logicalId(node.name);
  const prefix = 'attributes.';
  return {
    names: ['id', 'attributes'],
    read: (path) => {
      if (path === 'id') return { Ref: id };
      return /^attributes(\.\w+)+$/.test(path) ? getAtt(id, path.slice(prefix.length)) : undefined;
    },
  };
};

/** A queue of SQS, encrypted by AWS. */
export const queueOf = (node: Node): Member => {
  const main = logicalId(node.name);
  const isOrdered = node.properties['ordered'] === true;
  const [seconds, days] = [numberOf(node.properties['visibility_seconds']), numberOf(node.properties['keep_days'])];
  const resource = {
    Type: 'AWS::SQS::Queue',
    Properties: {
      SqsManagedSseEnabled: true,
      ...(isOrdered && { FifoQueue: true, ContentBasedDeduplication: true }),
      ...(seconds !== undefined && { VisibilityTimeout: seconds }),
      ...(days !== undefined && { MessageRetentionPeriod: days * 86_400 }),
    },
    DeletionPolicy: 'Delete',
    UpdateReplacePolicy: 'Delete',
    Metadata: metadataOf(node.name),
  };
  return { main, resources: { [main]: resource }, reasons: [], warnings: [] };
};

export const queueAttributes = ({ name }: Node): Attributes => {
  const id = logicalId(name);
  return attributesIn({ url: { Ref: id }, arn: getAtt(id, 'Arn'), queue_name: getAtt(id, 'QueueName') });
};
