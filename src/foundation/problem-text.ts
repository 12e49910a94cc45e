import type { Problem } from '../tosca/problems.ts';
import type { InvalidError } from './errors.ts';

/** What is wrong, as one text: the message, then a line for each of the first `most` errors of the template. */
export const textWithProblems = ({ message, problems }: InvalidError, most: number): string => {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const more = errors.length > most ? [`and ${errors.length - most} more`] : [];
  return [message, ...errors.slice(0, most).map(problemLine), ...more].join('\n');
};

const problemLine = ({ file, line, column, path, message }: Problem): string =>
  `${file === 'template' ? '' : `${file} `}${line}:${column}${path === '' ? '' : ` ${path}`}: ${message}`;
