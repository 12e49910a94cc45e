import { keynameMissing, keynameType, keynameUnknown } from '../problem-kinds.ts';
import type { Reporter } from '../report.ts';
import { found } from '../values/coerce.ts';
import { type YamlMapping, type YamlNode, YamlScalar } from '../yaml/node.ts';
import { coreValue, isNull } from '../yaml/scalar.ts';

/** What a grammar says of one place in a document. */
export type Shape = (node: YamlNode, report: Reporter) => void;

const refuse = (node: YamlNode, report: Reporter, expected: string): void =>
  report.at(node, keynameType(expected, found(node)));

export const anything: Shape = () => {};

/** Anything but nothing. */
export const filled: Shape = (node, report) => {
  if (isNull(node)) refuse(node, report, 'a value');
};

/** Members come later than the table that names them: grammars are circular. */
export const later =
  (shape: () => Shape): Shape =>
  (node, report) =>
    shape()(node, report);

/** Nothing may stand where the shape is: `key:` counts as no key at all. */
export const optional =
  (shape: Shape): Shape =>
  (node, report) => {
    if (!isNull(node)) shape(node, report);
  };

/** Any scalar: tools of 1.x take a number for a text. */
export const looseText: Shape = (node, report) => {
  if (node.kind !== 'scalar') refuse(node, report, 'a text');
};

export const text: Shape = (node, report) => {
  if (node.kind !== 'scalar' || typeof coreValue(node) !== 'string') refuse(node, report, 'a text');
};

export const name: Shape = (node, report) => {
  if (node.kind !== 'scalar' || typeof coreValue(node) !== 'string' || node.text === '') refuse(node, report, 'a name');
};

/** A key that YAML reads as a number, a boolean or nothing is no name in 2.0. */
export const namesOnly = (node: YamlMapping, report: Reporter): void => {
  for (const [key, value] of node.entries) {
    const scalar = new YamlScalar(value.keyStart, key, value.keyPlain, '');
    if (typeof coreValue(scalar) !== 'string') report.atKey(value, keynameType('a name', key));
  }
};

export const boolean: Shape = (node, report) => {
  if (node.kind !== 'scalar' || typeof coreValue(node) !== 'boolean') refuse(node, report, 'true or false');
};

export const looseBoolean: Shape = (node, report) => {
  const good = node.kind === 'scalar' && /^(?:true|false|yes|no|on|off|y|n)$/i.test(node.text);
  if (!good) refuse(node, report, 'true or false');
};

export const listOf =
  (item: Shape, what = 'a list'): Shape =>
  (node, report) => {
    if (node.kind !== 'sequence') refuse(node, report, what);
    else for (const each of node.items) item(each, report);
  };

export const mapOf =
  (item: Shape, what = 'a map'): Shape =>
  (node, report) => {
    if (node.kind !== 'mapping') {
      refuse(node, report, what);
      return;
    }
    for (const [key, each] of node.entries) {
      if (key === '') report.atKey(each, keynameType('a name', 'an empty key'));
      item(each, report);
    }
  };

/** `[{name: ...}, ...]`: requirements, policies. */
export const namedListOf =
  (item: Shape, what = 'a list of maps with one entry each'): Shape =>
  (node, report) => {
    if (node.kind !== 'sequence') {
      refuse(node, report, what);
      return;
    }
    for (const each of node.items) {
      if (each.kind !== 'mapping' || each.entries.size !== 1) refuse(each, report, 'a map with one entry, the name');
      else for (const body of each.entries.values()) item(body, report);
    }
  };

/** By the kind of node that is there. */
export const either =
  (shapes: { scalar?: Shape; sequence?: Shape; mapping?: Shape }, expected: string): Shape =>
  (node, report) => {
    const shape = shapes[node.kind];
    if (shape) shape(node, report);
    else refuse(node, report, expected);
  };

/** A map with the keynames of the table, and those of `required` at least. */
export function entity(
  what: string,
  table: Readonly<Record<string, Shape>>,
  options: { required?: readonly string[]; open?: boolean } = {},
): Shape {
  const keynames = new Map(Object.entries(table));
  const { required = [], open = false } = options;
  return (node, report) => {
    if (node.kind !== 'mapping') {
      refuse(node, report, `${what} (a map)`);
      return;
    }
    for (const [key, value] of node.entries) {
      const shape = keynames.get(key);
      if (shape) shape(value, report);
      else if (!open) report.atKey(value, keynameUnknown(key, what, keynames.keys()));
    }
    checkRequired(node, what, required, report);
  };
}

function checkRequired(node: YamlMapping, what: string, required: readonly string[], report: Reporter): void {
  for (const key of required) {
    if (isNull(node.get(key)) || node.get(key) === undefined) report.at(node, keynameMissing(key, what), key);
  }
}
