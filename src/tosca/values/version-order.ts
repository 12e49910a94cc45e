import type { Json } from '../topology.ts';

const version = /^(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:\.([A-Za-z]\w*?)(?:-(\d+))?)?$/;

/**
 * The order of two versions, number by number: 1.9 comes before 1.10. A qualified version comes before the same one
 * without a qualifier; different qualifiers have no order (1.3 section 3.3.2, 2.0 section 9.1.2.3). undefined: no order
 */
export function compareVersions(a: Json, b: Json): number | undefined {
  const [left, right] = [partsOf(a), partsOf(b)];
  if (left === undefined || right === undefined) return undefined;
  const difference = left.numbers
    .map((number, index) => number - (right.numbers[index] ?? 0))
    .find((each) => each !== 0);
  if (difference !== undefined) return difference;
  if (left.qualifier === right.qualifier) return left.build - right.build;
  if (left.qualifier !== '' && right.qualifier !== '') return undefined;
  return left.qualifier === '' ? 1 : -1;
}

function partsOf(value: Json): { numbers: readonly number[]; qualifier: string; build: number } | undefined {
  const found = typeof value === 'string' ? version.exec(value) : null;
  if (found === null) return undefined;
  const [, major, minor, fix, qualifier = '', build] = found;
  return { numbers: [major, minor, fix].map((each) => Number(each ?? 0)), qualifier, build: Number(build ?? 0) };
}
