import { describe, expect, it } from 'vitest';
import { messageOf } from '../../../../src/domain/deployments/record/operation.ts';

describe('messageOf', () => {
  it.each([
    ['', 'TypeError'],
    ['{"errorMessage": "said"}', 'said'],
    ['{"errorMessage": 1}', '{"errorMessage": 1}'],
    ['null', 'null'],
    ['cut off {"errorMess', 'cut off {"errorMess'],
  ])('of the cause %j is %j', (Cause, expected) => {
    expect(messageOf({ Error: 'TypeError', Cause })).toBe(expected);
  });
});
