import { duplicateKey, valueType } from '../problem-kinds.ts';
import type { Reporter } from '../report.ts';
import type { Schema } from '../types/definitions.ts';
import { type YamlMapping, type YamlNode, YamlScalar } from '../yaml/node.ts';
import { isText } from '../yaml/scalar.ts';

/** Keys are texts where the schema says nothing of them. */
export const hasTextKeys = ({ key }: Schema): boolean =>
  key === undefined || (typeof key.type.base === 'object' && key.type.base.name === 'string');

/** 2.0: a key that YAML reads as a number, a boolean or null is not a text (section 9.1.3.2). */
export const requireTextKeys = (report: Reporter, node: YamlMapping): void => {
  for (const [key, value] of node.entries) {
    const scalar = new YamlScalar(value.keyStart, key, value.keyPlain, '');
    if (!isText(scalar)) report.atKey(value, valueType('a text for a key', key));
  }
};

/** Two keys are written differently and are the same once a function is called: whichever of them stands first. */
export const reportRepeated = (report: Reporter, key: string, call: YamlMapping | undefined, item: YamlNode): void => {
  const finding = duplicateKey(`the key ${JSON.stringify(key)} is repeated; the last one counts`);
  if (call) report.at(call, finding);
  else report.atKey(item, finding);
};
