import { listed } from '../near.ts';
import type { Json } from '../topology.ts';
import type { DataType } from '../types/definitions.ts';
import { factorOf } from '../types/scalar-type.ts';
import { type YamlNode, YamlScalar } from '../yaml/node.ts';

type Read = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly expected: string };

const form = /^(0x[\da-fA-F]+|0o[0-7]+|[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)\s+(\S+)$/;

/** Reads a value of a 2.0 data type that derives from `scalar`: a YAML number, blanks, a unit. */
export function readScalarUnit(node: YamlNode, type: DataType): Read {
  const scalar = type.scalar;
  const expected = `a ${type.def.name}: a number, a blank and a unit (${listed(scalar.units)})`;
  const found = node.kind === 'scalar' ? form.exec(node.text.trim()) : null;
  const [, number = '', unit = ''] = found ?? [];
  if (found === null || factorOf(scalar, unit) === undefined) return { ok: false, expected };
  const fault = numberFault(number, scalar.number);
  return fault === undefined ? { ok: true, value: found[0] } : { ok: false, expected: `${expected}; ${fault}` };
}

function numberFault(text: string, type: DataType | undefined): string | undefined {
  if (type === undefined || typeof type.base !== 'object') return undefined;
  const value = type.base.read(new YamlScalar(0, text, true, ''));
  if (value === undefined) return `${text} is not ${type.base.expected}`;
  return type.constraints.map((each) => each.check(value)).find((reason) => reason !== undefined);
}

/** The value in the base unit, for comparison. */
export function scalarRank(value: Json, type: DataType): number | undefined {
  const found = typeof value === 'string' ? form.exec(value) : null;
  const factor = found?.[2] === undefined ? undefined : factorOf(type.scalar, found[2]);
  return factor === undefined ? undefined : Number(found?.[1]) * factor;
}
