import * as v from 'valibot';
import type { InspectedMachine } from '../deployers/inspection.ts';

const scalar = v.union([v.string(), v.number(), v.boolean()]);
const noted = v.object({ vmProperties: v.array(v.record(v.string(), scalar)) });

/** Sizes that a provider reports of every machine. */
const sizes = ['cpu.count', 'memory.size', 'instance_type', 'gpu.count'] as const;

/**
 * What is compared of a machine, from the extended information (docs/contract/api.md): its sizes, and for each of its networks
 * the address there as `address.<network>`. `text`: the JSON text in a resource's metadata; absent or in an earlier form: nothing.
 */
export const notedValues = (text: string | undefined): InspectedMachine['values'] => {
  const found = text === undefined ? undefined : v.safeParse(noted, parsed(text));
  return found?.success ? comparedOf(found.output.vmProperties.at(-1) ?? {}) : {};
};

/** The same of the properties of a machine's system. */
export const comparedOf = (system: {
  readonly [key: string]: string | number | boolean;
}): InspectedMachine['values'] => {
  const kept = sizes.flatMap((key): [string, string | number][] => {
    const value = system[key];
    return typeof value === 'string' || typeof value === 'number' ? [[key, value]] : [];
  });
  return Object.fromEntries([...kept, ...addressesOf(system)]);
};

const addressesOf = (system: { readonly [key: string]: unknown }): readonly [string, string][] =>
  Object.entries(system).flatMap(([key, network]): [string, string][] => {
    const [, number] = /^net_interface\.(\d+)\.connection$/.exec(key) ?? [];
    const ip = number === undefined ? undefined : system[`net_interface.${number}.ip`];
    return typeof ip === 'string' && typeof network === 'string' ? [[`address.${network}`, ip]] : [];
  });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not written by this service
  }
};
