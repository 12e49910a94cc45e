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

/** The values of secret inputs. */
export const secretValues = ({ secrets, inputs }: Pick<Topology, 'secrets' | 'inputs'>): readonly Json[] =>
  secrets.flatMap(({ at: [member, name = ''] }) => (member === 'inputs' ? [inputs[name] ?? null] : []));
