import * as v from 'valibot';
import { type ApprovalTerms, usualTerms } from '../../domain/approvals/approval.ts';
import { strict, wholeNumber } from '../../foundation/shape/schemas.ts';
import { jsonVariable, optionalVariable } from '../environment/environment.ts';

/** How long an operation waits for its approval, and when it asks again (docs/decisions/0082). */
export const approvalTerms = strict({
  /** hours; 720 are 30 days */
  expireHours: v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(720)), usualTerms.expireHours),
  /** percent by which what was approved may have become dearer */
  dearerPercent: v.optional(v.pipe(wholeNumber, v.minValue(0), v.maxValue(1000)), usualTerms.dearerPercent),
});

/** The variable APPROVALS; unset: the service's own. */
export const approvalTermsSet = (): ApprovalTerms =>
  optionalVariable('APPROVALS') === undefined
    ? usualTerms
    : jsonVariable('APPROVALS', '{"expireHours"?, "dearerPercent"?}', approvalTerms);
