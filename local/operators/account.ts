/** What a new AWS account lacks, asked for with the operator's own `aws` command (docs/first-deployment.md, "New accounts"). */

import type { Finding } from '../../src/domain/doctor/examination.ts';
import { wordsOf } from '../machine/laptop-error.ts';
import type { Aws } from './aws.ts';

interface Seen {
  readonly is: 'ok' | 'failed';
  readonly seen: string;
}

interface Question {
  readonly subject: string;
  readonly words: readonly string[];
  judge(answer: unknown): Seen;
  readonly advice: string;
}

/** Most vCPUs at once; `needed`: fewer than these stop ordinary templates. */
const quota = (subject: string, service: string, code: string, needed: number, without: string): Question => ({
  subject,
  words: ['service-quotas', 'get-service-quota', '--service-code', service, '--quota-code', code],
  judge: (answer) => {
    const value = (answer as { readonly Quota?: { readonly Value?: number } } | undefined)?.Quota?.Value;
    if (value === undefined) return { is: 'failed', seen: 'AWS names no value' };
    const words = `${value} vCPUs`;
    if (value < needed) return { is: 'failed', seen: `${words}, and an ordinary deployment needs ${needed}` };
    return { is: 'ok', seen: value === 0 ? `${words}: ${without}` : words };
  },
  advice: `ask AWS for more, which costs nothing: aws service-quotas request-service-quota-increase --service-code ${service} --quota-code ${code} --desired-value 32`,
});

/**
 * The plan is known only in us-east-1. An account of before July 2025 has none, and then AWS refuses the question. Codes of quotas
 * are the same in every account [Service Quotas, "Amazon EC2" and "AWS Fargate"].
 */
const questions: readonly Question[] = [
  {
    subject: 'plan of the account',
    words: ['freetier', 'get-account-plan-state', '--region', 'us-east-1'],
    judge: (answer) => {
      const { accountPlanType: plan, accountPlanExpirationDate: ends } = (answer ?? {}) as { [name: string]: string };
      if (plan !== 'FREE') return { is: 'ok', seen: `is ${(plan ?? 'not named').toLowerCase()}` };
      const until = ends === undefined ? '' : ` until ${ends}`;
      return { is: 'failed', seen: `is free${until}: AWS gives it only the smallest machines and databases` };
    },
    advice: 'allow what it has (stack.sizes), or leave the free plan: docs/first-deployment.md, "New accounts"',
  },
  {
    subject: 'default network',
    words: ['ec2', 'describe-vpcs', '--filters', 'Name=is-default,Values=true'],
    judge: (answer) => {
      const all = (answer as { readonly Vpcs?: readonly { readonly VpcId?: string }[] } | undefined)?.Vpcs ?? [];
      const [first] = all;
      return first === undefined ? { is: 'failed', seen: 'there is none' } : { is: 'ok', seen: `is ${first.VpcId}` };
    },
    advice: 'make one (aws ec2 create-default-vpc), or name another network (stack.vpc, stack.subnets)',
  },
  quota('machines', 'ec2', 'L-1216C47A', 4, 'none can be made'),
  quota(
    'machines with GPUs',
    'ec2',
    'L-DB2E81BA',
    0,
    'templates that ask for GPUs are refused until AWS has raised it',
  ),
  quota('containers and jobs of Fargate', 'fargate', 'L-3032A538', 2, 'none can be made'),
];

/** A question that cannot be asked is no failure of the installation: the operator's credentials may lack the right. */
export const accountFindings = (aws: Aws): Promise<readonly Finding[]> =>
  Promise.all(
    questions.map(async ({ subject: what, words, judge, advice }): Promise<Finding> => {
      const subject = `account: ${what}`;
      try {
        const { is, seen } = judge(await aws(words));
        return { subject, verdict: is, seen, ...(is === 'failed' && { advice }) };
      } catch (error) {
        return { subject, verdict: 'ok', seen: `is not known: ${wordsOf(error).slice(0, 200)}` };
      }
    }),
  );
