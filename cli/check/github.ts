import type { Problem } from '../../src/tosca/problems.ts';
import { escaped } from '../github-action/escaped.ts';
import { type Checked, type Found, foundIn } from './problem-place.ts';

/** GitHub shows 10 errors and 10 warnings of a step, and drops the others in silence. */
const shownEach = 10;

/** Errors come first, since only the first annotations are shown; the last lines say how many there are. */
export const githubAnnotations = (checked: readonly Checked[], folder: string): string => {
  const found = foundIn(checked, folder);
  const of = (severity: Problem['severity']) => found.filter(({ problem }) => problem.severity === severity);
  const [errors, warnings] = [of('error'), of('warning')];
  const hidden = Math.max(0, errors.length - shownEach) + Math.max(0, warnings.length - shownEach);
  const more = hidden === 0 ? '' : ` GitHub shows ${shownEach} of each kind; ${hidden} more are in this log.`;
  return `${[...errors, ...warnings].map(annotation).join('')}${sumOf(checked, errors, warnings)}${more}\n`;
};

const annotation = ({ place, problem: { severity, code, message } }: Found): string => {
  const at = place.line === undefined ? '' : `,line=${place.line},col=${place.column}`;
  return `::${severity} file=${property(place.path)}${at},title=${property(code)}::${escaped(place.within + message)}\n`;
};

const sumOf = (checked: readonly Checked[], errors: readonly Found[], warnings: readonly Found[]): string =>
  `${checked.length} checked: ${errors.length} errors, ${warnings.length} warnings.`;

const property = (text: string): string => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** The summary of a job, in Markdown: the sum, and the first causes, of which GitHub would drop some. */
export const githubSummary = (checked: readonly Checked[], folder: string): string => {
  const found = foundIn(checked, folder);
  const errors = found.filter(({ problem }) => problem.severity === 'error');
  const rows = [...errors, ...found.filter(({ problem }) => problem.severity === 'warning')].slice(0, 50).map(row);
  const table = rows.length === 0 ? '' : `\n| | Where | Problem |\n|---|---|---|\n${rows.join('')}`;
  const sum = sumOf(
    checked,
    errors,
    found.filter(({ problem }) => problem.severity === 'warning'),
  );
  return `### TOSCA templates\n\n${sum}\n${table}`;
};

const row = ({ place: { path, line, within }, problem: { severity, message } }: Found): string =>
  `| ${severity} | ${cell(path)}${line === undefined ? '' : `:${line}`} | ${cell(within + message)} |\n`;

/** One line, in which nothing is Markdown or HTML. */
const cell = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|~@#]/g, (mark) => `&#${mark.charCodeAt(0)};`);
