/** The output of `npm run doctor`. */

import { styleText } from 'node:util';
import type { Examined, Finding, Verdict } from '../../src/domain/doctor/examination.ts';

const marks: { readonly [V in Verdict]: string } = {
  ok: styleText('green', '✓'),
  failed: styleText('red', '✗'),
  late: styleText('yellow', '?'),
};

/** Problems come last, where people see them. */
export const reportOf = ({ findings }: Examined): string => {
  const wrong = findings.filter(({ verdict }) => verdict !== 'ok');
  const ordered = [...findings.filter(({ verdict }) => verdict === 'ok'), ...wrong];
  const end =
    wrong.length === 0
      ? `All checks passed: ${findings.length} of ${findings.length}.`
      : `${wrong.length} of ${findings.length} checks failed.`;
  return [...ordered.map(lineOf), '', end].join('\n');
};

const lineOf = ({ subject, verdict, seen, advice }: Finding): string =>
  [`${marks[verdict]} ${styleText('bold', subject)}: ${seen}`, ...(advice === undefined ? [] : [`    ${advice}`])].join(
    '\n',
  );
