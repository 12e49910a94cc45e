/** What a provider says of a machine, out of `VirtualMachineInfo`: docs/contract/api.md, "Extended information". */

import { sizeIn, sizeOf } from '../../../../client/sizes.ts';

type Properties = { readonly [key: string]: unknown };

const isProperties = (value: unknown): value is Properties => typeof value === 'object' && value !== null;

const systemIn = (text: string): Properties => {
  try {
    const { vmProperties } = JSON.parse(text) as { readonly vmProperties?: unknown };
    const all = Array.isArray(vmProperties) ? vmProperties.filter(isProperties) : [];
    return all.find((element) => element['class'] === 'system') ?? {};
  } catch {
    // not from an Infrastructure Manager
    return {};
  }
};

const labels: readonly (readonly [label: string, property: RegExp])[] = [
  ['vCPU', /^cpu\.count$/],
  ['Architecture', /^cpu\.arch$/],
  ['Memory', /^memory\.size$/],
  ['GPU', /^gpu\.(count|model)$/],
  ['Type of instance', /^instance_type$/],
  ['Image', /^disk\.0\.image\.url$/],
  ['System', /^disk\.0\.os\.(flavour|version)$/],
  ['Disk', /^disk\.\d+\.(size|free_size)$/],
  ['Address', /^net_interface\.\d+\.ip$/],
  ['State at the provider', /^state$/],
];

/** Facts by label, only those that the provider tells; never anything else of it, since keys and passwords are there too. */
export const hardwareIn = (text: string | undefined): readonly (readonly [label: string, value: string])[] => {
  if (text === undefined) return [];
  const system = systemIn(text);
  return labels.flatMap(([label, property]) => {
    const values = Object.entries(system)
      .filter(([name, value]) => property.test(name) && (typeof value === 'string' || typeof value === 'number'))
      .map(([name, value]) => (/\bsize$|free_size$/.test(name) ? bytes(value) : `${value}`));
    return values.length === 0 ? [] : [[label, [...new Set(values)].join(', ')] as const];
  });
};

/** The Infrastructure Manager gives bytes where it knows the size. */
const bytes = (value: unknown): string =>
  typeof value === 'number' && value > 1_000_000 ? sizeOf(value) : sizeIn(`${value}`);
