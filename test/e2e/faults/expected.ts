/** What is to come of each cell. */

import type { Result } from './judge.ts';
import type { Kind } from './kinds.ts';
import type { Cell } from './subject.ts';

/** Where a fault that lasts need not end the operation, or ends it at the door. */
type Exceptions = { readonly [kind in Kind | 'lasting']?: Result };

/** Done, and only its answer is lost. */
const lost = (result: Result): Exceptions => ({ slow: result, malformed: result, cut: result });

/** `call`, or `call, operation` */
const exceptions: { readonly [cell: string]: Exceptions } = {
  // what was made is found by its name
  'IM create': lost('done'),
  // the machines are gone, or the infrastructure is: the next look says so
  'IM remove machine': lost('done'),
  'IM destroy': lost('done'),
  'IM destroy (clean-up)': { lasting: 'done' },
  // only a body is missing, and none is read
  'IM stop': { malformed: 'done' },
  'IM start': { malformed: 'done' },
  'IM update': { malformed: 'done' },
  // the stack has the name of its attempt, so what was made is found
  'AWS CreateStack': lost('done'),
  'AWS UpdateStack': lost('done'),
  'AWS UpdateStack (one less)': lost('done'),
  'AWS DeleteStack': lost('done'),
  'AWS DeleteStack (clean-up)': { lasting: 'done' },
  // the next provider needs no role
  'AWS AssumeRole, create': { lasting: 'done' },
  // a job that was submitted is found by its name
  'Batch SubmitJob': lost('done'),
  // a job that cannot be ended comes to its own end meanwhile
  'Batch TerminateJob': { lasting: 'done' },
  'Batch DeregisterJobDefinition': lost('done'),
  'Batch DeregisterJobDefinition (clean-up)': { lasting: 'done' },
  // a command that was sent is found by its digest
  'AWS SendCommand': lost('done'),
  // what was put is found by its name
  'AWS PutParameter': lost('done'),
  // the stack goes first, and the sweep removes what is left beside it
  'AWS GetParametersByPath, delete': { lasting: 'done' },
  'AWS DeleteParameters': { lasting: 'done' },
  // machines that work are worth more than values that tell of them
  'AWS GetCommandInvocation': { lasting: 'done' },
  'AWS GetParameter': { lasting: 'done' },
  // nobody needs them to deploy
  'CloudWatch GetLogEvents': { lasting: 'done' },
  'AWS DescribeStackEvents': { lasting: 'done' },
  'IM log': { lasting: 'done' },
  // machines that work are worth more than values that tell of them
  'IM outputs': { lasting: 'done' },
  monitoring: { lasting: 'done' },
  callback: { lasting: 'done' },
  // it ends with its own time
  'token revocation': { lasting: 'done' },
  // nothing is taken that could not be worked for
  import: { lasting: 'refused' },
  'issuer keys': { lasting: 'refused' },
  'token exchange': { lasting: 'refused' },
  'DynamoDB (request)': { lasting: 'refused' },
  'StartExecution, create': { lasting: 'refused' },
  // what was written is found written
  'DynamoDB write, action': lost('done'),
  // the platform's own fault: another execution goes on when it is over (docs/decisions/0022); an action has ten minutes
  'DynamoDB read': { lasting: 'done' },
  'DynamoDB read, action': { lasting: 'failed' },
  'DynamoDB write': { lasting: 'done' },
  'S3 read': { lasting: 'done' },
  'S3 write': { lasting: 'done' },
  'S3 list, delete': { lasting: 'done' },
  // a deletion is not given up for it: what stands at the provider would cost its owner money
  'Secrets Manager, delete': { lasting: 'done' },
  // accepted all the same: what nobody began is begun within a minute
  'StartExecution, update': { lasting: 'done' },
  'StartExecution, delete': { lasting: 'done' },
  'StartExecution, action': { lasting: 'refused', ...lost('done') },
  // the creation runs on, finds that the deployment is not its own any more, and ends; the deletion is begun within a minute
  StopExecution: { lasting: 'done' },
};

export const expectedOf = ({ call, operation, kind }: Cell): Result => {
  if (kind === 'once' || kind === 'stale' || kind === 'expired') return 'done';
  const found = exceptions[`${call.name}, ${operation}`] ?? exceptions[call.name];
  return found?.[kind] ?? found?.lasting ?? 'failed';
};
