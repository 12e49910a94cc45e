import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cut, harmless, padded, widthOf } from '../../cli/screen/paint.ts';
import { harmlessOn, type Output, screenOf } from '../../cli/screen/stream.ts';
import { table } from '../../cli/screen/table.ts';

const output = (isTTY: boolean): Output & { readonly written: () => string } => {
  let text = '';
  return { write: (more) => (text += more), isTTY, columns: 80, rows: 24, written: () => text };
};

describe('a text that others have written', () => {
  it('cannot move the cursor, change the title or ring', () => {
    expect(harmless('a\x1b[2Jb\x1b]0;title\x07c\rd\x9b5Ae\x7f')).toBe('a␛[2Jb␛]0;title␇c␍d�5Ae�');
  });

  it('cannot turn the order of letters around, and keeps those that are written from right to left', () => {
    expect(harmless('a\u202egnp.exe\u2066b\u2069')).toBe('a\ufffdgnp.exe\ufffdb\ufffd');
    expect(harmless('\u05e9\u05dc\u05d5\u05dd\u200f')).toBe('\u05e9\u05dc\u05d5\u05dd\u200f');
  });

  it('keeps its lines, tabs and colours', () => {
    const text = '\x1b[31mred\x1b[39m\tfor\r\n\x1b[1;4mall\x1b[0m\n';
    expect(harmless(text)).toBe(text);
  });

  it('is changed on a terminal only: a program gets what there is', () => {
    const [terminal, pipe] = [output(true), output(false)];
    screenOf(terminal, {}).write('\x1b[2J');
    screenOf(pipe, {}).write('\x1b[2J');
    expect([terminal.written(), pipe.written()]).toEqual(['␛[2J', '\x1b[2J']);
    screenOf(terminal, {}).control('\x1b[2J');
    expect(terminal.written()).toBe('␛[2J\x1b[2J');
  });
});

describe('an error that others have written', () => {
  const error = '✖ no type \x1b[2J\x1b]0;title\x07 is known\n';

  it('cannot change the terminal either, and reaches a file as it is', () => {
    const [terminal, file] = [output(true), output(false)];
    harmlessOn(terminal).write(error);
    harmlessOn(file).write(error);
    expect([terminal.written(), file.written()]).toEqual(['✖ no type ␛[2J␛]0;title␇ is known\n', error]);
  });

  it('is written so by the program, which asks its questions so too', () => {
    const program = readFileSync(new URL('../../cli/main.ts', import.meta.url), 'utf8');
    expect(program).toContain('stderr = harmlessOn(outputOf(2))');
    expect(program).toContain('question(`${harmless(question)}');
  });
});

it('has a usual size where the terminal says that it has no columns: each line was only an ellipsis', () => {
  const { size } = screenOf({ ...output(true), columns: 0, rows: 0 }, {});
  expect(size()).toEqual({ columns: 80, rows: 24 });
});

describe('the width of a text', () => {
  it.each([
    ['abc', 3],
    ['größe', 5],
    ['名前', 4],
    ['🚀 up', 5],
    ['e\u0301', 1],
    ['\x1b[31mred\x1b[39m', 3],
    ['…└■✔', 4],
  ])('%j takes %i columns', (text, columns) => expect(widthOf(text)).toBe(columns));

  it('is what a text is cut and padded to', () => {
    expect(cut('名前の長いもの', 6)).toBe('名前…');
    expect(widthOf(cut('a名前の長いもの', 6))).toBeLessThanOrEqual(6);
    expect(padded('名前', 6)).toBe('名前  ');
    expect(cut('\x1b[31m名前\x1b[39m', 3)).toBe('\x1b[31m名…\x1b[0m');
  });
});

describe('colours', () => {
  it.each([
    [{}, true],
    [{ NO_COLOR: '1' }, false],
    [{ NO_COLOR: '' }, true],
    [{ TERM: 'dumb' }, false],
  ])('on a terminal with %j: %s', (env, colours) => expect(screenOf(output(true), env).colours).toBe(colours));

  it('are none in a pipe', () => expect(screenOf(output(false), {}).colours).toBe(false));
});

describe('a table', () => {
  const rows = [
    ['ID', 'NAME', 'STATUS', 'CAUSE'],
    [
      'aws-container-that-is-long',
      'a name of a deployment',
      'CREATE_FAILED',
      'nobody could make a machine of that size',
    ],
  ];

  it('is as wide as its texts need where there is room', () => {
    expect(table(rows, 200)).toEqual(table(rows));
    expect(table(rows)[1]).toBe(rows[1]?.join('  '));
  });

  it('cuts the longest texts first where there is less, and never what other commands take', () => {
    const [head = '', line = ''] = table(rows, 80);
    expect(widthOf(line)).toBe(80);
    expect(line).toContain('CREATE_FAILED');
    expect(line).toMatch(/^aws-container-that-is-long {2}a name of a d\S*… {2}/);
    expect(head.indexOf('CAUSE')).toBe(line.indexOf('nobody'));
  });

  it('leaves each column enough to tell states apart, and gets wider instead', () => {
    expect(table(rows, 30)[1]).toBe('aws-container-that-is-long  a name of a…  CREATE_FAIL…  nobody coul…');
  });

  it('may be empty', () => expect(table([], 10)).toEqual([]));
});
