/** Denies what the policies of a caller do not allow, with the codes of the service that is called. */

import type { Call } from '../calls/call.ts';
import { AwsRefusal } from '../protocol/refusal.ts';
import { decide, type Policies, refusalText } from './decision.ts';
import type { Context, Request } from './policy.ts';
import { requestsOf } from './requests.ts';

const codes: { readonly [service: string]: { readonly code: string; readonly status: number } } = {
  ec2: { code: 'UnauthorizedOperation', status: 403 },
  ssm: { code: 'AccessDeniedException', status: 400 },
  logs: { code: 'AccessDeniedException', status: 400 },
  secretsmanager: { code: 'AccessDeniedException', status: 400 },
  batch: { code: 'AccessDeniedException', status: 403 },
};

/** Throws the refusal of AWS for the first request that is not allowed. Callers without policies may do everything. */
export const authorize = (service: string, action: string, call: Call): void => {
  const { policies, arn } = call.caller;
  if (policies === undefined) return;
  for (const request of requestsOf(service, action, call)) {
    const refused = deniedBecause(arn, policies, { ...request, context: { ...always(call), ...request.context } });
    if (refused === undefined) continue;
    const { code, status } = codes[service] ?? { code: 'AccessDenied', status: 403 };
    const text = service === 'ec2' ? `You are not authorized to perform this operation. ${refused}` : refused;
    throw new AwsRefusal(code, text, status);
  }
};

const always = ({ caller, place: { region } }: Call): Context => ({
  'aws:RequestedRegion': region,
  'aws:PrincipalAccount': caller.account,
  'aws:PrincipalArn': caller.arn,
  'aws:SecureTransport': 'true',
});

/** The words of IAM; undefined: it is allowed. */
export const deniedBecause = (arn: string, policies: Policies, request: Request): string | undefined => {
  const verdict = decide(policies, request);
  return verdict.allowed ? undefined : refusalText(arn, request, verdict);
};
