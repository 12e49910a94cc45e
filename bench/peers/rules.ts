/**
 * The same rules in two languages: ours, and that of event-ruler, which has only these four patterns and no regular
 * expressions.
 */

import type { File } from '../../src/domain/schedules/schedule.ts';

/** A file as event-ruler reads it: an event with one field. */
export const eventOf = ({ scope, name }: File) => ({ file: `${scope}:${name}` });

type Pattern = string | { readonly prefix: string } | { readonly suffix: string } | { readonly wildcard: string };

export interface PeerRule {
  /** RE2 */
  readonly expression: string;
  /** for event-ruler; one of them must match */
  readonly patterns: readonly Pattern[];
}

const directoryOf = (index: number): string => `project-${index % 37}/run-${String(index).padStart(7, '0')}`;

/** Mostly prefixes; also whole names, endings, and an asterisk inside with an alternative. */
export const ruleNumber = (index: number): PeerRule => {
  const directory = directoryOf(index);
  switch (index % 10) {
    case 0:
      return {
        expression: `incoming:${directory}/part-0000\\.root`,
        patterns: [`incoming:${directory}/part-0000.root`],
      };
    case 1: {
      const ending = `/run-${String(index).padStart(7, '0')}/part-0007.root`;
      return { expression: `.*${ending.replace('.', '\\.')}`, patterns: [{ suffix: ending }] };
    }
    case 2: {
      const [one, other] = [`incoming:raw/${index}-th/`, `incoming:${directory}/`];
      return {
        expression: `(${one}|${other})[^é]*\\.root`,
        patterns: [{ wildcard: `${one}*.root` }, { wildcard: `${other}*.root` }],
      };
    }
    default:
      return { expression: `incoming:${directory}/.*`, patterns: [{ prefix: `incoming:${directory}/` }] };
  }
};

/** A file of the first hundred rules, so that it matches the same number at every size. */
export const fileNumber = (round: number): File => {
  const part = String(round % 10).padStart(4, '0');
  return { scope: 'incoming', name: `${directoryOf((round * 7) % 100)}/part-${part}.root` };
};
