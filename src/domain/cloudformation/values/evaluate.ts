import type { Json } from '../../../tosca/topology.ts';
import type { MachineBlueprint, OutputValue } from '../blueprint/blueprint.ts';
import { jsonList, type Text } from './json-list.ts';

/** A machine with its own ids. */
export type Bound = Pick<
  MachineBlueprint,
  'instance' | 'resources' | 'publicAddress' | 'privateAddress' | 'portAddresses' | 'volumeIds' | 'user'
>;

export type BoundOf = (node: string) => readonly Bound[];

/**
 * A text, a list of texts, or undefined: there is no such machine. Each text is a value or a function of CloudFormation, and
 * so is `json`, the list as JSON.
 */
export type Value = Text | { readonly list: readonly Json[]; readonly json: Json } | undefined;

export const evaluated = (value: OutputValue, boundOf: BoundOf): Value => {
  switch (value.is) {
    case 'text':
      return { text: value.text, ...(value.isJson && { isJson: true }) };
    case 'function':
      return { text: value.function };
    case 'attribute':
      return addressesOf(value, boundOf);
    case 'joined':
      return joined(
        value.parts.map((part) => evaluated(part, boundOf)),
        value.separator,
      );
    case 'joinedAll': {
      const of = evaluated(value.of, boundOf);
      return of && joined('list' in of ? of.list.map((text) => ({ text })) : [of], value.separator);
    }
    case 'token': {
      const of = plain(evaluated(value.of, boundOf));
      return of === undefined ? undefined : { text: partOf(of, value) };
    }
    case 'list': {
      const items = value.items.map((item) => evaluated(item, boundOf));
      return items.includes(undefined) ? undefined : listOf(items.filter((item) => item !== undefined));
    }
  }
};

/**
 * CloudFormation splits at one text, and fails where there is no such part, which would end the deployment for an output:
 * the delimiters become the same one, and a part that is not there is an empty text.
 */
const partOf = (of: Json, { separator, index }: Extract<OutputValue, { is: 'token' }>): Json => {
  const [first = '', ...others] = [...separator];
  const even = others.reduce<Json>((text, one) => join(first, { 'Fn::Split': [one, text] }), of);
  const padded = index === 0 ? even : join('', [even, first.repeat(index)]);
  return { 'Fn::Select': [index, { 'Fn::Split': [first, padded] }] };
};

const join = (separator: string, parts: Json): Json => ({ 'Fn::Join': [separator, parts] });

const addressesOf = (
  { node, attribute, index }: Extract<OutputValue, { is: 'attribute' }>,
  boundOf: BoundOf,
): Value => {
  const all = boundOf(node).map((one) => attributeOf(one, attribute));
  if (index !== undefined) return all[index] === undefined ? undefined : { text: all[index] };
  const [only] = all;
  return all.length === 1 && only !== undefined ? { text: only } : listOf(all.map((text) => ({ text })));
};

const attributeOf = (bound: Bound, attribute: string): Json => {
  const { instance, publicAddress, privateAddress, portAddresses, volumeIds = {}, user = '' } = bound;
  switch (attribute) {
    case 'tosca_id':
      return { Ref: instance };
    case 'public_address':
      return publicAddress;
    case 'user':
      return user;
    case 'public_dns_name':
      return { 'Fn::GetAtt': [instance, 'PublicDnsName'] };
    case 'private_dns_name':
      return { 'Fn::GetAtt': [instance, 'PrivateDnsName'] };
    default:
      if (attribute.startsWith(ofVolume)) return volumeIds[attribute.slice(ofVolume.length)] ?? '';
      return attribute.startsWith(ofPort) ? (portAddresses[attribute.slice(ofPort.length)] ?? '') : privateAddress;
  }
};

/** Begins the attribute that is the address of a port. */
export const ofPort = 'port ';

/** Begins the attribute that is the id of a volume. */
export const ofVolume = 'volume ';

const joined = (parts: readonly Value[], separator: string): Value => {
  const texts = parts.map(plain);
  return texts.includes(undefined)
    ? undefined
    : { text: { 'Fn::Join': [separator, texts.filter((text) => text !== undefined)] } };
};

const listOf = (items: readonly NonNullable<Value>[]): Value => ({ list: items.map(asText), json: jsonList(items) });

export const plain = (value: Value): Json | undefined => value && asText(value);

/** A list becomes a text with commas. */
const asText = (value: NonNullable<Value>): Json => ('text' in value ? value.text : { 'Fn::Join': [',', value.list] });
