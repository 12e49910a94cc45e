import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  holdsDynamicReference,
  mayHoldDynamicReference,
} from '../../../src/domain/cloudformation/dynamic-references.ts';
import type { Json } from '../../../src/tosca/topology.ts';

const reference = '{{resolve:secretsmanager:mine}}';
const text = (value: string) => ({ is: 'text', text: value });
const token = (value: string): Json => ({
  ...{ is: 'token', separator: '|', index: 1 },
  of: { is: 'joined', parts: [text(value), { is: 'attribute' }], separator: '' },
});

describe('a value that CloudFormation would read a secret for', () => {
  it.each<[string, Json]>([
    ['is a text', reference],
    ['has blanks and capitals', 'a {{ Resolve :ssm:x}}'],
    ['is in a list', ['a', [reference]]],
    ['is in a map', { a: 1, b: { c: reference } }],
    ['is the name of a member', { [reference]: 1 }],
    ['is joined', { 'Fn::Join': ['', ['{{res', 'olve:ssm:x}}']] }],
    ['is joined by its separator', { 'Fn::Join': ['resolve', ['{{', ':ssm:x}}']] }],
    ['is joined in a join', { 'Fn::Join': ['', ['{{', { 'Fn::Join': ['', ['resolve', ':ssm:x}}']] }]] }],
    ['is joined later', { is: 'joined', parts: [text('{{resolve'), text(':ssm:x}}')], separator: '' }],
    ['is joined later without a separator', { is: 'joined', parts: [text('{{resolve'), text(':ssm:x}}')] }],
    [
      'is joined of all texts of a list',
      { is: 'joinedAll', of: { is: 'list', items: [text('{{res'), text('olve:x')] } },
    ],
    ['is joined of a list with its commas', { is: 'joined', parts: [text('{{resolve:'), { is: 'list', items: [] }] }],
    ['is joined with a part of a text', { is: 'joined', parts: [text('{{'), token('|resolve:ssm:x|'), text('}}')] }],
    ['is joined with a brace of a text', { is: 'joined', parts: [token('a|b{|c'), text('x')] }],
    [
      'is joined with a part that is split later',
      { 'Fn::Join': ['', ['{{ ', { 'Fn::Select': [1, { 'Fn::Split': ['|', '|resolve:ssm:x|'] }] }, '}}']] },
    ],
    ['stands beside what is known only later', { 'Fn::Join': ['', [{ Ref: 'a' }, '{{resolve:', 'ssm:x}}']] }],
  ])('%s', (_, value) => {
    expect(holdsDynamicReference(value)).toBe(true);
    expect(mayHoldDynamicReference(JSON.stringify({ value }))).toBe(true);
  });

  it.each<[string, Json | undefined]>([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['another text', '{{resolve}} resolve: {resolve:x}'],
    ['a list', ['{{', 'resolve:']],
    ['a join with something else between', { 'Fn::Join': ['', ['{{', { Ref: 'a' }, 'resolve:']] }],
    ['a join with a separator between', { 'Fn::Join': ['-', ['{{', 'resolve:']] }],
    [
      'a joined text with something else between',
      { is: 'joined', parts: [text('{{'), { is: 'attribute' }, text('resolve:')] },
    ],
    ['JSON with a part of an address', { is: 'joined', parts: [text('{"host": "'), token('|x|'), text('"}')] }],
    ['a part alone', token('a{|{b|c')],
    ['a text that is none', { is: 'joined', parts: [text('{{'), { is: 'text', text: 7 }, text('resolve:')] }],
    ['a join of nothing', { 'Fn::Join': 'x' }],
  ])('is not %s', (_, value) => {
    expect(holdsDynamicReference(value)).toBe(false);
  });
});

describe('the look at the JSON', () => {
  const piece = fc.array(fc.constantFrom('{', '{{', ' ', '\n', '"', ':', 'res', 'olve', 'resolve:', 'x'), {
    maxLength: 6,
  });
  const word = piece.map((parts) => parts.join(''));
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      word,
      fc.integer(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(word, tie('value'), { maxKeys: 3 }),
      fc.record({ 'Fn::Join': fc.tuple(word, fc.array(tie('value'), { maxLength: 4 })) }),
      fc.record({ is: fc.constant('joined'), parts: fc.array(word.map(text), { maxLength: 4 }), separator: word }),
    ),
  }));

  it('never misses a reference', () => {
    const found: boolean[] = [];
    fc.assert(
      fc.property(value, (one) => {
        found.push(holdsDynamicReference(one));
        return !holdsDynamicReference(one) || mayHoldDynamicReference(JSON.stringify(one));
      }),
      { seed: 7, numRuns: 5000 },
    );
    expect(found.filter((one) => one).length).toBeGreaterThan(100);
  });

  it('does not take the structure for a text', () => {
    expect(mayHoldDynamicReference(JSON.stringify({ a: [{}, { b: {} }, 'x{', '${Volume0}'], c: '' }))).toBe(false);
  });
});
