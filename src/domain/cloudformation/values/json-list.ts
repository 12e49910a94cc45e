import type { Json } from '../../../tosca/topology.ts';
import { mapOf } from '../../deployers/capability-values.ts';

/** A text, or a function of CloudFormation that gives one. */
export interface Text {
  readonly text: Json;
  /** it is JSON itself, such as a number */
  readonly isJson?: boolean;
}

/** A text of JSON, made when the stack is: CloudFormation has only texts for outputs. */
export const jsonList = (items: readonly (Text | { readonly json: Json })[]): Json => {
  if (items.length === 0) return '[]';
  const texts = items.flatMap((item) => ('text' in item && !item.isJson ? [escaped(item.text)] : []));
  return texts.length === items.length
    ? joined('', ['["', joined('","', texts), '"]'])
    : joined('', ['[', joined(',', items.map(itemOf)), ']']);
};

const itemOf = (item: Text | { readonly json: Json }): Json => {
  if ('json' in item) return item.json;
  return item.isJson ? item.text : joined('', ['"', escaped(item.text), '"']);
};

const joined = (separator: string, parts: readonly Json[]): Json => ({ 'Fn::Join': [separator, parts] });

/** The texts that the template gives. What the cloud gives, such as addresses, needs no escapes. */
const escaped = (text: Json): Json => {
  if (typeof text === 'string') return JSON.stringify(text).slice(1, -1);
  if (Array.isArray(text)) return text.map(escaped);
  const parts = mapOf(text)['Fn::Join'];
  return parts === undefined ? text : { 'Fn::Join': escaped(parts) };
};
