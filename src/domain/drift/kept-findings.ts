/** Which findings of a look are kept. */

import { type Finding, isDrift, keyOf } from './finding.ts';

/** Most findings that are kept; the counts are of all. */
export const mostFindings = 100;

/** What was not seen this time is as it was found before. */
export const withUnseen = (findings: readonly Finding[], before: readonly Finding[]): readonly Finding[] => {
  const unseen = new Set(findings.filter(({ is }) => is === 'not-checked').map(keyOf));
  return [...findings, ...before.filter((one) => isDrift(one) && unseen.has(keyOf(one)))];
};

/** Always the same ones of the same findings: what has drifted first, then by name. */
export const kept = (findings: readonly Finding[]): readonly Finding[] =>
  findings
    .map((one) => ({ one, by: [isDrift(one) ? '0' : '1', keyOf(one), one.property ?? ''].join(' ') }))
    .toSorted((a, b) => (a.by < b.by ? -1 : Number(a.by > b.by)))
    .slice(0, mostFindings)
    .map(({ one }) => one);
