import { functionNames } from '../functions/calls.ts';
import type { Version } from '../versions.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';

export interface Called {
  readonly name: string;
  readonly argument: YamlNode;
}

/** The function that a mapping calls; undefined: it calls none. */
export function callOf(node: YamlMapping, version: Version): Called | undefined {
  const key = node.onlyKey;
  const argument = key === undefined ? undefined : node.get(key);
  if (key === undefined || argument === undefined) return undefined;
  if (version === '2.0')
    return /^\$(?!\$)/.test(key) ? { name: key.slice(1).split('$', 1)[0] ?? '', argument } : undefined;
  const needsList = key === 'token' || key === 'concat' || key === 'join';
  return functionNames.has(key) && (!needsList || argument.kind === 'sequence') ? { name: key, argument } : undefined;
}
