import { describe, expect, it } from 'vitest';
import { coversOf } from '../../../src/domain/schedules/covers.ts';
import { fileExpressionFault } from '../../../src/domain/schedules/file-expression.ts';
import { filingOf, fragmentsOfExpression, fragmentsOfFile } from '../../../src/domain/schedules/fragments.ts';

describe('the fragments of an expression', () => {
  it('come from what every matching text contains', () => {
    expect(coversOf('incoming:data/.*\\.root')).toEqual([['incoming:data/'], ['.root']]);
    expect(coversOf('(run|test)-data/.*')).toEqual([['run', 'test'], ['-data/']]);
    expect(coversOf('.*')).toEqual([]);
    expect(coversOf('a+(?:bc){2,}d?e*f\\[')).toEqual([['a'], ['bc'], ['f[']]);
  });

  it.each(['(?i)incoming', 'a\\Qb\\E', '[]a]b', '[[:alpha:]]b', 'a{b', '\\x61bc', '(?P<n>abc)', 'a\uFFFD'])(
    'are none of %s, which is not understood',
    (expression) => {
      expect(fileExpressionFault(expression)).toBeUndefined();
      expect(coversOf(expression)).toEqual([]);
    },
  );

  it('are none where an alternation has too many branches', () => {
    const branches = (count: number) => Array.from({ length: count }, (_, n) => `run-${n}`);
    expect(coversOf(branches(17).join('|'))).toEqual([]);
    expect(coversOf(branches(16).join('|'))).toEqual([branches(16)]);
  });

  it('come from the longest text of each branch', () => {
    expect(coversOf('ab.*longest.*abc|x.*other')).toEqual([['longest', 'other']]);
    expect(coversOf('ab|.')).toEqual([]);
  });

  it('are of 64 places of a text at most', () => {
    const long = Array.from({ length: 100 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
    expect(fragmentsOfExpression(long)).toHaveLength(64);
  });

  it('are short ones where the long ones have a thousand schedules more', () => {
    const filled = (count: number) => new Map(fragmentsOfExpression('long-text').map((one) => [one, count]));
    expect(filingOf('long-text.*\\.h5', filled(1_000))).toEqual(['long-tex']);
    expect(filingOf('long-text.*\\.h5', filled(1_001))).toEqual(['.h5']);
  });

  it('are long where they can be, and the emptiest of them is taken', () => {
    const all = fragmentsOfExpression('incoming:run-123456/.*');
    expect(all.every((fragment) => fragment.length === 8)).toBe(true);
    const filled = new Map(all.filter((fragment) => fragment !== '-123456/').map((fragment) => [fragment, 9]));
    expect(filingOf('incoming:run-123456/.*', filled)).toEqual(['-123456/']);
  });

  it('cover every branch of an alternation', () => {
    expect(filingOf('.*(first-half|other-half).*', new Map())).toHaveLength(2);
    expect(filingOf('.*(first-half|x).*', new Map())).toEqual([]);
  });

  it('are short ones where the literals are short, and none where there is nothing to go by', () => {
    expect(filingOf('.*\\.root', new Map())).toHaveLength(1);
    expect(filingOf('.*\\.h', new Map())).toEqual([]);
  });
});

describe('the fragments of a file', () => {
  it('are all texts of eight and of three characters in it, each once', () => {
    expect(fragmentsOfFile({ scope: 'in', name: 'aaaaaa' })).toEqual([
      ...['in:aaaaa', 'n:aaaaaa'],
      ...['in:', 'n:a', ':aa', 'aaa'],
    ]);
    expect(fragmentsOfFile({ scope: '🚀', name: 'x' })).toEqual(['🚀:x']);
    expect(fragmentsOfFile({ scope: 'a', name: '' })).toEqual([]);
  });
});
