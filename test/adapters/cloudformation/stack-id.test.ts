import { describe, expect, it } from 'vitest';
import { forStack, isStackId } from '../../../src/adapters/cloudformation/stack-id.ts';

const id = 'arn:aws:cloudformation:us-east-1:123456789012:stack/web/1f3';

describe('the id of a stack', () => {
  it('is the ARN of one stack', () => {
    expect(isStackId(id)).toBe(true);
    for (const other of [
      ...['web', '', id.replace('stack/', 'my-stack/'), `${id}/more`, id.replace('/1f3', '')],
      ...['arn:aws:cloudformation:us-east-1:123456789012:stackset/web/1f3'],
    ])
      expect([other, isStackId(other)]).toEqual([other, false]);
  });

  it('says its region, also where the provider has another one by now', () => {
    expect(forStack({ region: 'eu-west-1', role: 'r' }, id)).toEqual({ region: 'us-east-1', role: 'r' });
    expect(forStack({ region: 'eu-west-1' }, 'web')).toEqual({ region: 'eu-west-1' });
    expect(forStack({ region: 'eu-west-1' })).toEqual({ region: 'eu-west-1' });
  });
});
