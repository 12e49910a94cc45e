/** The rule of a schedule as somebody types it: checked by what the service itself uses. */

import { fileExpressionFault, matchesFile } from '../../../src/domain/schedules/file-expression.ts';
import { parseReplicationExpression } from '../../../src/domain/schedules/replication-expression.ts';
import { type File, mayTrigger } from '../../../src/domain/schedules/schedule.ts';

/** As the texts stand in their fields. */
export interface Rule {
  readonly fileExpression: string;
  readonly numberOfReplicas: string;
  readonly replicationExpression: string;
}

export const noRule: Rule = { fileExpression: '', numberOfReplicas: '1', replicationExpression: '' };

/** Members of a request. */
export const requestRule = (rule: Rule) => ({
  fileExpression: rule.fileExpression.trim(),
  numberOfReplicas: Number(rule.numberOfReplicas),
  replicationExpression: rule.replicationExpression.trim(),
});

export interface RuleFaults {
  /** undefined: nothing is wrong as far as the page knows */
  readonly files: string | undefined;
  readonly copies: string | undefined;
  readonly where: string | undefined;
}

export const faultsOf = (rule: Rule): RuleFaults => ({
  files: filesFault(rule.fileExpression.trim()),
  copies: /^[1-9]\d{0,5}$/.test(rule.numberOfReplicas.trim()) ? undefined : 'must be a whole number from 1 on',
  where: whereFault(rule.replicationExpression.trim()),
});

const filesFault = (expression: string): string | undefined =>
  expression === '' ? 'a value is needed here' : fileExpressionFault(expression);

const whereFault = (expression: string): string | undefined => {
  if (expression === '') return 'a value is needed here';
  const parsed = parseReplicationExpression(expression);
  return parsed.ok ? undefined : `at character ${parsed.fault.position}: ${parsed.fault.message}`;
};

export interface Tried {
  readonly name: string;
  /**
   * `part`: the expression fits a part of it, and it must fit all of it. `copy`, `folder`: it fits, and starts nothing, or only
   * where the folder is not empty
   */
  readonly fits: 'yes' | 'part' | 'no' | 'copy' | 'folder' | 'not a file';
}

const mostTried = 50;

/** Which of these files would start a deployment; a line each, as `bucket:name`. */
export const tryNames = (expression: string, lines: string): readonly Tried[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, mostTried)
    .map((name) => ({ name, fits: fitsOf(expression, name) }));

const fitsOf = (expression: string, text: string): Tried['fits'] => {
  const [, scope, name] = /^([^:]+):(.+)$/.exec(text) ?? [];
  if (scope === undefined || name === undefined) return 'not a file';
  if (matchesFile(expression, { scope, name })) return startsOf({ scope, name });
  return matchesFile(`(?s:.*)(?:${expression})(?s:.*)`, { scope, name }) ? 'part' : 'no';
};

const startsOf = (file: File): Tried['fits'] => {
  if (!mayTrigger(file)) return 'copy';
  return mayTrigger({ ...file, size: 0 }) ? 'yes' : 'folder';
};
