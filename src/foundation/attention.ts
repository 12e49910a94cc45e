import { type Fields, log } from './log.ts';

/**
 * Causes that an operator must look at, each with advice. A line with `attention` counts in the metric NeedsAttention, in
 * total and by cause (lib/monitoring/attention-metric.ts), and the metric's alarm leads back to the line. docs/operations.md has
 * a row for each.
 */
const advice = {
  'workflow-failed': 'another execution resumes the work; the failed one shows the error in Step Functions',
  'workflow-lost': 'the operation has ended: its statusReason names the error, and what was left as it was',
  'callback-lost': 'the timeline of the deployment says what its receiver answered; of a webhook the log does',
  'provider-failing': 'try a small template there, and look at the reasons of the last attempts in their logs',
  'provider-away': 'check whether the Infrastructure Manager answers: operations wait for it meanwhile',
  'dependency-away': 'check whether it answers: what needs it waits meanwhile',
  'orphan-left':
    'destroy the infrastructure at its provider: no deployment needs it, and for a month its provider did not destroy it',
  'end-late':
    'read the error in the line: its time is over for more than an hour, and it is tried again every five minutes',
  'schedule-suspended':
    'look at its last events: if its jobs write files that it matches, its owner lets them write elsewhere and resumes it',
  'login-ended':
    'ask the owner of the deployment to sign in and to check it: its work waits for that, for a day at most',
  'repair-failing':
    'look at the checks of the deployment: it drifts again after each repair, so somebody or something changes it',
  'move-failing':
    'look at the reasons of its last operations: its provider is gone, and no other one could take the deployment',
  'credentials-refused':
    'correct the secret, which takes effect within five minutes; npm run doctor says which credentials are refused',
} as const;

export type Cause = keyof typeof advice;
export const causes = Object.keys(advice) as readonly Cause[];

/** Writes one line to the log, which raises the alarm of its cause. */
export const needsAttention = (cause: Cause, message: string, fields: Fields = {}): void =>
  log('ERROR', message, { ...fields, attention: cause, advice: advice[cause] });
