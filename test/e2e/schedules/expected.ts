/** Schedules and files by number, and what must come of them, told by another engine than the service's. */

import type { Chance } from './chance.ts';

/** Expressions with literals, without, with alternations, classes, anchors, and whatever case. */
const shapes: readonly ((index: number, scope: string) => string)[] = [
  (index, scope) => `${scope}:run-${index}/.*`,
  (index) => `.*-${index % 60}/part[0-4]\\.(root|raw)`,
  (index, scope) => `${scope}:(run-${index}|test-${index})/part[0-3]\\..*`,
  (index, scope) => `(?i)${scope.toUpperCase()}:RUN-${index}/.*`,
  (index) => `[^/]+-${index % 60}/[^/]{${8 + (index % 12)}}`,
  (index, scope) => `^${scope}:[a-z]+-${index}[0-9]*/.+$`,
];

export const expressionNumber = (index: number, scope: string): string =>
  (shapes[index % shapes.length] as (index: number, scope: string) => string)(index, scope);

/** A key, now and then one that another file has too, or one of characters that have to be encoded. */
export const nameNumber = (dice: Chance, index: number): string =>
  `${dice.pick(['run', 'test', 'Ä b'])}-${dice.below(60)}/part${dice.below(9)}.${dice.pick(['root', 'raw', 'ROOT', 'a+b %'])}${index % 5 === 0 ? '' : `.${index}`}`;

/** Whether JavaScript's own engine says that the expression matches all of the text. */
export const matchesAsIs = (expression: string, text: string): boolean => {
  const anyCase = expression.startsWith('(?i)');
  const source = anyCase ? expression.slice('(?i)'.length) : expression;
  return new RegExp(`^(?:${source})$`, anyCase ? 'iu' : 'u').test(text);
};
