import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { wholeNumber } from '../../../src/http/pipeline/fields.ts';

const read = (least: 0 | 1, sent: unknown) => v.safeParse(wholeNumber(least), sent);

describe('a whole number in a request', () => {
  it.each<[unknown, number]>([
    [1, 1],
    [2_147_483_647, 2_147_483_647],
    ['1', 1],
    [' +007 ', 7],
    ['2147483647', 2_147_483_647],
  ])('may be a number, or its digits: %j', (sent, number) => {
    expect(read(1, sent)).toMatchObject({ success: true, output: number });
  });

  it.each([0, -1, 1.5, 2_147_483_648, '0', '1.5', '1e3', '0x10', '2147483648', '', 'one', true, null, [5], ['5'], {}])(
    'is nothing else: %j',
    (sent) => {
      const { success, issues = [] } = read(1, sent);
      expect(success).toBe(false);
      expect(issues.map(({ message }) => message)).toEqual(['must be a whole number from 1 to 2147483647']);
    },
  );

  it.each([0, '0', '-0', '00'])('from 0 on has one zero: %j', (sent) => {
    expect(read(0, sent).output).toBe(0); // -0 is another value
  });
});
