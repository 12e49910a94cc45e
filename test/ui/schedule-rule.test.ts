import { describe, expect, it } from 'vitest';
import { faultsOf, noRule, requestRule, tryNames } from '../../ui/pages/new-schedule/rule.ts';

describe('the rule of a schedule', () => {
  it('is tried with names of files, as the service will', () => {
    const names = ['in:a/run1.root', 'in:run1.root.tmp', 'other:a/run1.root', '', 'run1.root'].join('\n');
    expect(tryNames(String.raw`in:.*\.root`, names)).toEqual([
      { name: 'in:a/run1.root', fits: 'yes' },
      { name: 'in:run1.root.tmp', fits: 'part' },
      { name: 'other:a/run1.root', fits: 'no' },
      { name: 'run1.root', fits: 'not a file' },
    ]);
  });

  it('knows that copies and empty folders start nothing', () => {
    const names = ['in:toscanini-replicas/other/a', 'in:data/', 'in:data/toscanini-replicas/a'].join('\n');
    expect(tryNames('in:.*', names).map(({ fits }) => fits)).toEqual(['copy', 'folder', 'yes']);
    expect(tryNames('in:x', names).map(({ fits }) => fits)).toEqual(['no', 'no', 'no']);
  });

  it('finds a part also of expressions with alternatives and with flags', () => {
    expect(tryNames('a|b', 'in:xbx').map(({ fits }) => fits)).toEqual(['part']);
    expect(tryNames('(?i)RUN', 'in:run1').map(({ fits }) => fits)).toEqual(['part']);
  });

  it('says what is wrong before anything is sent', () => {
    expect(faultsOf({ ...noRule, fileExpression: '*.root' }).files).toContain('is not a regular expression');
    expect(faultsOf(noRule).files).toBe('a value is needed here');
    for (const numberOfReplicas of ['-1', '0', '', '1.5', 'two'])
      expect(faultsOf({ ...noRule, numberOfReplicas }).copies).toContain('whole number from 1 on');
    expect(faultsOf({ fileExpression: 'a', numberOfReplicas: '2', replicationExpression: 'country=' }).where).toContain(
      'at character 9',
    );
    expect(faultsOf({ fileExpression: 'a', numberOfReplicas: '1', replicationExpression: '*' })).toEqual({
      files: undefined,
      copies: undefined,
      where: undefined,
    });
  });

  it('is sent without blanks around it', () => {
    expect(requestRule({ fileExpression: ' in:x ', numberOfReplicas: '2', replicationExpression: ' * ' })).toEqual({
      fileExpression: 'in:x',
      numberOfReplicas: 2,
      replicationExpression: '*',
    });
  });
});
