import { styleText } from 'node:util';
import type { Examined } from '../../src/tosca/process.ts';
import { describeResolved } from '../../src/tosca/resolved-imports.ts';
import { harmless, oneLine } from '../screen/paint.ts';

type Problem = Examined['problems'][number];

const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
  styleText(style, text, { stream: process.stdout });

/** The output of `check` for a file on a terminal: `file:line:column severity message` for each problem, and a summary. */
export const readable = (file: string, { problems, version, imports }: Examined): string =>
  [
    ...problems.map((problem) => lineOf(file, problem)),
    ...imports.map((taken) => paint('dim', `  import ${shown(describeResolved(taken))}\n`)),
    summary(file, problems, version),
  ].join('');

/** The output of `check` for a program: one line of JSON. `imports` is left out when only files of the author answered. */
export const jsonLine = (file: string, { ok, version, problems, imports }: Examined): string =>
  `${JSON.stringify({ file, ok, version: version ?? null, problems, ...(imports.length > 0 && { imports }) })}\n`;

const lineOf = (file: string, { file: where, line, column, severity, message }: Problem): string => {
  // problems of the template itself have no file name, those of its imports have one
  const place = `${shown(where === 'template' ? file : where)}:${line}:${column}`;
  return `${place} ${paint(severity === 'error' ? 'red' : 'yellow', severity)} ${shown(message)}\n`;
};

/** Names of files and texts of a template, on one line. */
const shown = (text: string): string => harmless(oneLine(text));

const summary = (file: string, problems: readonly Problem[], version: string | undefined): string => {
  const count = (wanted: Problem['severity']): number => problems.filter(({ severity }) => severity === wanted).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const parts = [
    errors > 0 ? [counted(errors, 'error')] : [],
    warnings > 0 ? [counted(warnings, 'warning')] : [],
  ].flat();
  const mark = errors > 0 ? paint('red', '✖') : paint('green', '✔');
  return `${mark} ${shown(file)}  ${parts.join(', ') || 'no problems'}${version === undefined ? '' : paint('dim', `  ${version}`)}\n`;
};

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
