/** Tables and numbers as Markdown. */

export type Row = readonly string[];

export const table = (head: Row, rows: readonly Row[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

export const whole = (value: number): string => Math.round(value).toLocaleString('en');
export const share = (part: number): string => `${(part * 100).toFixed(part > 0.1 ? 0 : 1)} %`;
export const percent = (part: number): string => (part < 0.005 ? '< 1 %' : `${whole(part * 100)} %`);
export const seconds = (value: number): string =>
  value < 0.05 ? '0' : `${value < 10 ? value.toFixed(1) : whole(value)} s`;
