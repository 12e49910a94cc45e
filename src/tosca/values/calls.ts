import type { Calls } from '../types/definitions.ts';
import type { YamlMapping } from '../yaml/node.ts';

/** For values without function calls. */
export const noCalls: Calls = { evaluate: () => undefined };

/** Whether a key could be a misspelled function: a first check, which must be quick. */
export function mayBeMisspelled(node: YamlMapping): boolean {
  let may = false;
  const isAlone = node.size === 1;
  node.each((value, key) => {
    const isList = isAlone && (value.kind === 'sequence' || key === 'concat' || key === 'join' || key === 'token');
    may ||= isList || key.startsWith('get') || key.startsWith('Get') || key.startsWith('GET');
  });
  return may;
}
