import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut, padded, painter, widthOf } from '../../cli/screen/paint.ts';
import { region } from '../../cli/screen/region.ts';
import { table } from '../../cli/screen/table.ts';
import { terminal } from './terminal.ts';

describe('a region', () => {
  it('overwrites its lines in place, also when there are fewer', () => {
    const { screen, lines } = terminal();
    const area = region(screen);
    screen.write('before\n');
    area.show(['one', 'two', 'three']);
    area.show(['1', 'zwei']);
    expect(lines()).toEqual(['before', '1', 'zwei', '']);
  });

  it('keeps what is said above it', () => {
    const { screen, lines } = terminal();
    const area = region(screen);
    area.show(['one', 'two']);
    area.show(['uno', 'due'], 'said\n');
    area.show(['1', '2']);
    expect(lines()).toEqual(['said', '1', '2', '']);
  });

  it('leaves nothing behind when it is cleared', () => {
    const { screen, lines } = terminal();
    const area = region(screen);
    area.show(['one', 'two']);
    area.clear();
    screen.write('after\n');
    expect(lines()).toEqual(['after', '']);
  });

  it('never wraps a line, and never takes more lines than the terminal has', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 200 }),
        fc.integer({ min: 2, max: 60 }),
        fc.array(fc.array(fc.stringMatching(/^[a-zé… ]{0,90}$/), { maxLength: 80 }), { minLength: 1, maxLength: 4 }),
        (columns, rows, pictures) => {
          const { screen, lines } = terminal(columns, rows);
          const area = region(screen);
          for (const picture of pictures) area.show(picture);
          expect(lines().length).toBeLessThanOrEqual(rows);
          const shown = (pictures.at(-1) ?? []).slice(0, rows - 1).map((line) => cut(line, columns - 1).trimEnd());
          expect(lines().slice(0, shown.length)).toEqual(shown);
        },
      ),
    );
  });

  it('begins anew below what a narrower terminal has wrapped', () => {
    const { screen, lines, resize } = terminal(80, 24);
    const area = region(screen);
    area.show(['one', 'two']);
    resize(40, 24);
    area.show(['1', '2']);
    area.show(['I', 'II']);
    expect(lines()).toEqual(['one', 'two', 'I', 'II', '']);
  });
});

describe('a text with colours', () => {
  const paint = painter({ colours: true });

  it('has the width of what one sees', () => {
    expect(widthOf(`${paint('red', 'ab')}c`)).toBe(3);
    expect(padded(paint('red', 'ab'), 4)).toBe(`${paint('red', 'ab')}  `);
  });

  it('is cut by what one sees, and its colour ends', () => {
    expect(cut(`${paint('red', 'abcdef')}gh`, 4)).toBe('\x1b[31mabc…\x1b[0m');
    expect(cut('abcd', 4)).toBe('abcd');
    expect(cut('abcde', 4)).toBe('abc…');
  });

  it('has none where nobody wants them', () => {
    expect(painter({ colours: false })('red', 'ab')).toBe('ab');
  });
});

describe('a table', () => {
  it('aligns its columns, and has no blanks at the end of a line', () => {
    expect(table([['a', 'bb', 'c'], ['aaa', 'b'], ['é']])).toEqual(['a    bb  c', 'aaa  b', 'é']);
    expect(table([])).toEqual([]);
  });
});
