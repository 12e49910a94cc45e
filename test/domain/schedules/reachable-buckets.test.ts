/** @module-tag full */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileExpressionFault, matchesFile } from '../../../src/domain/schedules/file-expression.ts';
import { mayMatch, unreachableFault } from '../../../src/domain/schedules/reachable-buckets.ts';
import { sampled } from '../../support/sampled.ts';

const files = { buckets: ['incoming', 'their-bucket', 'secret.bucket'], readers: { 'secret.bucket': ['physics'] } };
const anybody = { isAdministrator: false };
const fault = (expression: string, reader = anybody) => unreachableFault(expression, files, reader);

describe('an expression', () => {
  it.each([
    'incoming:data/.*',
    '^incoming:.*$',
    '.*',
    '.*\\.root',
    'in.*',
    'incoming.+',
    'their-bucket:x',
    'their.bucket:[a-z]+',
    '(incoming|their-bucket):.*',
    'nosuch:a|incoming:b',
    '[a-z]+:x',
    '(?i)INCOMING:x',
    '\\Qincoming:\\E.*',
    'incomings?:x',
    'incoming:x+',
    'incomingg(?i)?:x',
  ])('that a file may match is taken: %s', (expression) => {
    expect(fault(expression)).toBeUndefined();
  });

  it.each([
    ['without a bucket', 'data/.*\\.root'],
    ['of an unknown bucket', 'nosuch:data/.*'],
    ['of one whose name goes on', 'incoming2:.*'],
    ['of the beginning of one', 'incom:.*'],
    ['of a bucket and no file', 'incoming:'],
    ['of a bucket alone', 'incoming'],
    ['of an unknown bucket with alternatives behind it', 'nosuch:(a|b)'],
    ['that is empty', ''],
  ])('%s is refused, naming the buckets: %s', (_, expression) => {
    expect(fault(expression)).toMatch(
      /can match no file: .*"incoming:data\/run1\.root".* are "incoming", "their-bucket"$/,
    );
  });

  it('is not told of a bucket whose files its owner may not read, and not refused for one that he may', () => {
    expect(fault('secret\\.bucket:x')).not.toContain('secret.bucket');
    expect(fault('secret\\.bucket:x', { ...anybody, ...{ groups: ['physics'] } })).toBeUndefined();
    expect(fault('secret\\.bucket:x', { isAdministrator: true })).toBeUndefined();
  });

  it('is refused where there is no bucket that its owner may read', () => {
    const closed = { buckets: ['secret'], readers: { secret: ['physics'] } };
    expect(unreachableFault('.*', closed, anybody)).toBe(
      'can match no file: there is no bucket whose files you may have schedules for',
    );
  });

  it.each([
    [10, /"bucket-9"$/],
    [11, /"bucket-9" and 1 more$/],
  ])('of no bucket is told ten of %i buckets', (count, end) => {
    const buckets = Array.from({ length: count }, (_, index) => `bucket-${index}`);
    expect(unreachableFault('nosuch:.*', { buckets, readers: {} }, anybody)).toMatch(end);
  });

  it('is never held for one that matches nothing when it matches something', () => {
    const pieces = [
      'a',
      'b',
      ':',
      '.',
      '*',
      '+',
      '?',
      '|',
      '(',
      ')',
      '(?:',
      '[ab]',
      '[^a]',
      '[]a]',
      '{2}',
      '{0,1}',
      '^',
      '$',
    ];
    const escapes = ['\\.', '\\:', '\\w', '\\b', '\\A', '\\z', '\\Qa:\\E', '\\x61', '(?i)', 'A', '(?s)', '\\Q.'];
    const expressions = fc.array(fc.constantFrom(...pieces, ...escapes), { maxLength: 8 }).map((all) => all.join(''));
    const text = (minLength: number) =>
      fc.string({ unit: fc.constantFrom('a', 'b', ':', '.'), minLength, maxLength: 4 });
    const bucket = text(1).map((name) => name.replaceAll(':', 'b'));
    fc.assert(
      fc.property(expressions, bucket, text(1), (expression, scope, name) => {
        fc.pre(fileExpressionFault(expression) === undefined);
        return mayMatch(expression, scope) || !matchesFile(expression, { scope, name });
      }),
      { numRuns: sampled(6_000, 20_000) },
    );
  });
});
