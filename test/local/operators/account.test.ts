/** What a new account lacks is found before the first deployment fails for it. */

import { describe, expect, it } from 'vitest';
import { accountFindings } from '../../../local/operators/account.ts';

type Answers = { readonly [call: string]: unknown };

/** Answers by the second word of the command, and of quotas by their code. */
const asked = async (answers: Answers) => {
  const commands: string[] = [];
  const found = await accountFindings(async (words) => {
    commands.push(words.join(' '));
    const key = words.find((word) => word in answers);
    if (key === undefined) throw new Error('AccessDeniedException');
    return answers[key];
  });
  return { commands, of: (what: string) => found.find(({ subject }) => subject === `account: ${what}`), found };
};

const quota = (Value: number) => ({ Quota: { Value } });
const usual: Answers = {
  'get-account-plan-state': { accountPlanType: 'PAID' },
  'describe-vpcs': { Vpcs: [{ VpcId: 'vpc-0' }] },
  'L-1216C47A': quota(32),
  'L-DB2E81BA': quota(0),
  'L-3032A538': quota(6),
};

describe('an account', () => {
  it('with all that deployments need is well, also without GPUs', async () => {
    const { found, of, commands } = await asked(usual);
    expect(found.map(({ verdict }) => verdict)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
    expect(of('machines with GPUs')?.seen).toMatch(/^0 vCPUs: .*refused/);
    expect(commands[0]).toBe('freetier get-account-plan-state --region us-east-1');
  });

  it.each<[string, Answers, RegExp]>([
    ['plan of the account', { 'get-account-plan-state': { accountPlanType: 'FREE' } }, /is free/],
    ['default network', { 'describe-vpcs': { Vpcs: [] } }, /none/],
    ['machines', { 'L-1216C47A': quota(1) }, /^1 vCPUs, .* needs 4/],
    ['containers and jobs of Fargate', { 'L-3032A538': quota(0) }, /^0 vCPUs/],
  ])('that lacks something says so, with what to do: %s', async (what, answers, seen) => {
    const { of, found } = await asked({ ...usual, ...answers });
    expect(of(what)).toMatchObject({
      verdict: 'failed',
      seen: expect.stringMatching(seen),
      advice: expect.any(String),
    });
    expect(found.filter(({ verdict }) => verdict === 'failed')).toHaveLength(1);
  });

  it('of which the credentials may not ask is no failure', async () => {
    const { found } = await asked({});
    expect(found.map(({ verdict }) => verdict)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
    expect(found[0]?.seen).toMatch(/is not known: .*AccessDenied/);
  });
});
