import { describe, expect, it } from 'vitest';
import { retryRules } from '../../../src/domain/batch/retry-rules.ts';

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
    [
      'more than Batch has room for',
      Array.from({ length: 4 }, () => ({ exit_code: 1 })),
      /has 4 retry_rules, and may have 3/,
    ],
    ['a rule for nothing', [{ action: 'retry' }], /rule 1 without exit_code/],
    ['an unknown action', [{ exit_code: 1 }, { exit_code: 2, action: 'wait' }], /rule 2 with the action wait/],
    ['a pattern with a slash', [{ reason: 'a/b' }], /"a\/b"/],
    ['an asterisk within', [{ status_reason: 'a*b' }], /"a\*b"/],
    ['an unknown name', [{ code: 1, reason: 'x' }], /with code/],
  ])('that Batch would refuse are reasons: %s', (_, given, why) => {
    expect(retryRules(given).reasons.join()).toMatch(why);
  });
});
