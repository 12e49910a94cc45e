/** Bytes of the units of TOSCA (scalar-unit.size). */
const units: { readonly [unit: string]: number } = {
  B: 1,
  KB: 1e3,
  KIB: 2 ** 10,
  MB: 1e6,
  MIB: 2 ** 20,
  GB: 1e9,
  GIB: 2 ** 30,
  TB: 1e12,
  TIB: 2 ** 40,
};

const steps = [
  ['TB', 1e12],
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
] as const;

const binarySteps = [
  ['TiB', 2 ** 40],
  ['GiB', 2 ** 30],
  ['MiB', 2 ** 20],
] as const;

/** The one form in which sizes are shown: `10 GB`, `4.3 GB`; memory of so many whole MiB as its maker counts it: `512 MiB`. */
export const sizeOf = (bytes: number): string => {
  const isBinary = bytes % 2 ** 20 === 0 && bytes % 1e6 !== 0;
  const [unit, step] = (isBinary ? binarySteps : steps).find(([, least]) => bytes >= least) ?? ['B', 1];
  return `${Number((bytes / step).toFixed(1))} ${unit}`;
};

/** A size of a template, such as `10000000000 B` or `4 GiB`, in that form; any other text as it is. */
export const sizeIn = (text: string): string => {
  const [, amount, unit = ''] = /^(\d{1,20}(?:\.\d{1,20})?) ?([kmgt]?i?b)$/i.exec(text) ?? [];
  const bytes = units[unit.toUpperCase()];
  return amount === undefined || bytes === undefined ? text : sizeOf(Number(amount) * bytes);
};
