import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { retryRules } from '../../../src/domain/batch/retry-rules.ts';

const model = new URL('../../../node_modules/@aws-sdk/client-batch/dist-types/models/models_0.d.ts', import.meta.url);

const call = { get_attribute: ['other', 'exit_code'] };

describe('retry rules of a template', () => {
  it('are those of Batch', () => {
    const given = [
      { exit_code: 75 },
      { reason: 'Out*', action: 'exit' },
      { status_reason: 'Host EC2*', action: 'retry' },
    ];
    expect(retryRules(given)).toEqual({
      rules: [
        { exitCode: 75, action: 'RETRY' },
        { reason: 'Out*', action: 'EXIT' },
        { statusReason: 'Host EC2*', action: 'RETRY' },
      ],
      reasons: [],
    });
    expect(retryRules(undefined)).toEqual({ rules: [], reasons: [] });
  });

  it.each([
    [{ reason: '*' }, { reason: '*', action: 'RETRY' }],
    [{ reason: 'x'.repeat(512) }, { reason: 'x'.repeat(512), action: 'RETRY' }],
    [{ status_reason: `${'x'.repeat(511)}*` }, { statusReason: `${'x'.repeat(511)}*`, action: 'RETRY' }],
    [
      { exit_code: 0, reason: null },
      { exitCode: 0, action: 'RETRY' },
    ],
  ])('take what Batch takes: %j', (given, rule) => {
    expect(retryRules([given])).toEqual({ rules: [rule], reasons: [] });
  });

  it('have the patterns that the SDK for AWS Batch describes', () => {
    const text = readFileSync(model, 'utf8').replaceAll(/\n\s*\*\s*/g, ' ');
    const [rule = ''] = /EvaluateOnExit<\/code> conditions in[\s\S]*?action: RetryAction/.exec(text) ?? [];
    expect(
      rule.match(/up to 512 characters\. It can contain letters, numbers, periods \(\.\), colons \(:\), and white/g),
    ).toHaveLength(2);
    expect(rule.match(/optionally end with an asterisk/g)).toHaveLength(2);
    expect(rule).toMatch(/can contain only numbers/);
  });

  it.each([
    [
      'more than Batch has room for',
      Array.from({ length: 4 }, () => ({ exit_code: 1 })),
      /has 4 retry_rules, and may have 3/,
    ],
    ['a rule for nothing', [{ action: 'retry' }], /rule 1 without exit_code/],
    ['an unknown action', [{ exit_code: 1 }, { exit_code: 2, action: 'wait' }], /rule 2 with the action wait/],
    ['a pattern with a slash', [{ reason: 'a/b' }], /"a\/b"/],
    ['an asterisk within', [{ status_reason: 'a*b' }], /"a\*b"/],
    ['a pattern that is too long', [{ reason: 'x'.repeat(513) }], /pattern "x/],
    ['an exit code below 0', [{ exit_code: -1 }], /exit_code -1/],
    ['half an exit code', [{ exit_code: 1.5 }], /exit_code 1\.5/],
    ['a condition that only the deployer knows', [{ exit_code: call }], /rule 1 whose exit_code is not known/],
    ['one of two such', [{ exit_code: 1, reason: call }], /rule 1 whose reason is not known/],
    ['such an action', [{ exit_code: 1, action: call }], /rule 1 whose action is not known/],
    ['an empty pattern', [{ exit_code: 1, reason: '' }], /rule 1 whose reason/],
    ['an unknown name', [{ code: 1, reason: 'x' }], /with code/],
  ])('that Batch would refuse are reasons: %s', (_, given, why) => {
    expect(retryRules(given).reasons.join()).toMatch(why);
  });
});
