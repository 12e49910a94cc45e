import { styleText } from 'node:util';

/** Tells in columns what was counted, largest first. */
export const table = (title: string, counts: ReadonlyMap<string, number>): string => {
  const rows = [...counts].sort(([nameA, a], [nameB, b]) => b - a || nameA.localeCompare(nameB));
  const width = Math.max(...rows.map(([name]) => name.length), 0) + 2;
  const lines = rows.map(([name, count]) => `  ${name.padEnd(width)}${count.toLocaleString('en').padStart(8)}`);
  return [styleText('bold', title), ...(lines.length > 0 ? lines : ['  none'])].join('\n');
};

export const counted = (names: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};
