import type { Service } from '../model/service.ts';
import type { Json } from '../topology.ts';
import { hasCalls } from '../types/defaults.ts';
import { toJson } from '../yaml/scalar.ts';
import { valuesAt } from './carried.ts';
import type { Secret } from './values.ts';

/**
 * What the template has as the default of a secret input, or of its secret members, where another value was given: no value
 * of the topology has it, and readers of the template see it. `secrets`: the places in the topology.
 */
export const unusedDefaults = (
  { inputs, version }: Pick<Service, 'inputs' | 'version'>,
  secrets: readonly Secret[],
): readonly Json[] =>
  secrets.flatMap(({ at: [member, name = '', ...path] }) => {
    const { def, value } = (member === 'inputs' ? inputs.get(name) : undefined) ?? {};
    if (def?.default === undefined || (version === '2.0' && hasCalls(def.default))) return [];
    const all = toJson(def.default) as Json;
    return JSON.stringify(all) === JSON.stringify(value) ? [] : valuesAt(all, path);
  });
