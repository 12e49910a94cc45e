import { nearest } from '../near.ts';
import { asWarning, functionArguments, functionMalformed, functionUnknown } from '../problem-kinds.ts';
import type { Finding } from '../report.ts';
import type { Version } from '../versions.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';

const lookups = ['get_input', 'get_property', 'get_attribute', 'get_artifact'];
const simpleLookups = [...lookups, 'get_operation_output', 'get_nodes_of_type'];
const texts = ['concat', 'join', 'token'];

/**
 * What is wrong with a map that is not a call but was probably meant as one: a name similar to a function's, a function
 * among other keys, or a missing list of arguments. Undefined: the map is data. `isText`: a map cannot be a value here.
 */
export function misspelledCall(node: YamlMapping, version: Version, isText: boolean): Finding | undefined {
  const key = node.onlyKey;
  if (key === undefined) return version === '2.0' ? undefined : amongOthers(node, isText);
  const argument = node.get(key);
  if (argument === undefined) return undefined;
  const meant = version === '2.0' ? undollared(key) : meantBy(key, argument);
  // in 2.0 such a map may also be data
  if (meant !== undefined) return mildIf(version === '2.0' && !isText, functionUnknown(key, [meant]));
  const lacksList = version !== '2.0' && texts.includes(key) && argument.kind !== 'sequence';
  return lacksList && (isText || key !== 'token') ? functionArguments(key, 'a list') : undefined;
}

function amongOthers(node: YamlMapping, isText: boolean): Finding | undefined {
  const name = simpleLookups.find((each) => node.get(each));
  return name === undefined ? undefined : mildIf(!isText, functionMalformed(name));
}

const mildIf = (isMild: boolean, finding: Finding): Finding => (isMild ? asWarning(finding) : finding);

/** 2.0: the function that a name of 1.x means, which lacks its `$`. */
const undollared = (key: string): string | undefined =>
  lookups.includes(key) || texts.includes(key) ? `$${key}` : undefined;

/** The function that `get_atribute`, `getInput` or `Concat` means: so similar that nobody would name data so. */
function meantBy(key: string, argument: YamlNode): string | undefined {
  if (/^get[_-]?[a-z]/i.test(key)) return alike(key, simpleLookups);
  if (key.startsWith('$')) return undefined;
  const takesList = argument.kind === 'sequence' && argument.items.length > 1;
  const meant = takesList ? alike(key, texts) : undefined;
  // `tokens` and `joins` are common names of data
  return meant === 'concat' || meant === key.toLowerCase() ? meant : undefined;
}

function alike(key: string, names: readonly string[]): string | undefined {
  const plain = key.replaceAll(/[-_]/g, '').toLowerCase();
  const same = names.find((name) => name.replaceAll('_', '') === plain);
  return same ?? (names.includes(key) ? undefined : nearest(key, names));
}
