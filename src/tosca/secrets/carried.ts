import type { Json, Topology } from '../topology.ts';
import type { Secret } from './values.ts';

/**
 * The places of secrets in a translation. There, inputs have become plain values, and nothing marks them as secret. So
 * the places come from the original, matched by the names of nodes and outputs.
 */
export function carriedSecrets(original: Topology, translated: Topology): readonly Secret[] {
  const places = original.secrets.flatMap(({ at: [member = '', index = '', ...at], is }): Secret[] => {
    if (member !== 'nodes' && member !== 'outputs') return [{ at: [member, index, ...at], is }];
    const name = original[member][Number(index)]?.name;
    const there = translated[member].findIndex((one) => one.name === name);
    return there < 0 ? [] : [{ at: [member, `${there}`, ...at], is }];
  });
  return Object.freeze([...places, ...translated.secrets]);
}

/** The values of secret inputs, or of their secret members. */
export const secretValues = ({ secrets, inputs }: Pick<Topology, 'secrets' | 'inputs'>): readonly Json[] =>
  secrets.flatMap(({ at: [member, name = '', ...path] }) =>
    member === 'inputs' ? valuesAt(inputs[name] ?? null, path) : [],
  );

/** The values at a path; `*` matches each member. */
export const valuesAt = (value: Json, [step, ...path]: readonly string[]): readonly Json[] => {
  if (step === undefined) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    step === '*' || step === name ? valuesAt(member as Json, path) : [],
  );
};
