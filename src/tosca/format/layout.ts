import type { Event } from 'js-yaml';
import { type Extent, type Structure, structureOf } from './extents.ts';

/** A block collection that is open. */
interface Level {
  readonly kind: 'mapping' | 'sequence';
  /** of its keys or dashes in the text as it was */
  readonly column: number;
  /** where they go */
  readonly target: number;
}

const step = 2;

const blanks = (count: number): string => ' '.repeat(Math.max(0, count));

const columnOf = (line: string): number => line.length - line.trimStart().length;

/** A dash that begins an item. */
const dash = /^-(?:[ \t]+|$)/;

/** The text in its new layout. `shifted`: lines whose indentation the reader has made up. */
export const laidOut = (text: string, events: readonly Event[], shifted: ReadonlyMap<number, number>): string =>
  new Layout(text, structureOf(text, events), shifted).run();

class Layout {
  readonly #lines: readonly string[];
  readonly #structure: Structure;
  readonly #shifted: ReadonlyMap<number, number>;
  readonly #out: string[] = [];
  #levels: Level[] = [];
  /** empty lines and comments, which go with the line after them */
  #waiting: string[] = [];
  /** by how many columns the last line with a key, a dash or a value has moved */
  #moved = 0;
  /** offset of the present line */
  #offset = 0;

  constructor(text: string, structure: Structure, shifted: ReadonlyMap<number, number>) {
    this.#lines = text.split('\n');
    this.#structure = structure;
    this.#shifted = shifted;
  }

  run(): string {
    for (let at = 0; at < this.#lines.length; at += 1) {
      const extent = this.#structure.extents.get(at);
      if (extent) {
        this.#within(extent);
        at = extent.last;
      } else this.#line(at);
    }
    this.#flush(0, 0, this.#levels);
    while (this.#out.at(-1) === '') this.#out.pop();
    return this.#out.length === 0 ? '' : `${this.#out.join('\n')}\n`;
  }

  #line(at: number): void {
    const line = this.#lines[at] ?? '';
    const rest = line.trimStart();
    if (rest === '' || rest.startsWith('#')) this.#waiting.push(line);
    else if (/^(?:---|\.\.\.|%)/.test(line)) this.#marker(line);
    else this.#structural(line, columnOf(line), this.#structure.extents.has(at + 1));
    this.#offset += line.length + 1;
  }

  #marker(line: string): void {
    this.#flush(0, 0, this.#levels);
    this.#levels = [];
    this.#moved = 0;
    this.#out.push(line);
  }

  /** `continues`: its last value has more lines, so that blanks at its end may belong to that. */
  #structural(line: string, column: number, continues: boolean): void {
    const before = this.#levels;
    this.#levels = this.#levelsAt(line, column);
    const start = this.#offset + column;
    const target = this.#enter(start, column);
    this.#flush(column, target, before);
    this.#moved = target - column;
    let [text, place, to] = [line.slice(column), start, target];
    let written = blanks(target);
    // several dashes, and the first key, may be in one line
    for (let found = dash.exec(text); found && this.#top?.kind === 'sequence'; found = dash.exec(text)) {
      const [gap] = found;
      text = text.slice(gap.length);
      place += gap.length;
      to += step;
      written += text === '' || text.startsWith('#') ? gap : '- ';
      if (!this.#structure.collections.has(place)) break;
      this.#enter(place, place - this.#offset, to);
    }
    const whole = `${written}${text}`;
    this.#out.push(continues ? whole : whole.trimEnd());
  }

  get #top(): Level | undefined {
    return this.#levels.at(-1);
  }

  /** The collections that are still open at a line. */
  #levelsAt(line: string, column: number): Level[] {
    const open = this.#levels.filter((level) => level.column <= column);
    const [below, top] = open.slice(-2);
    // a list may be in the column of its key: the next key ends it
    const isAfterList = top?.kind === 'sequence' && top.column === column && !dash.test(line.trimStart());
    return isAfterList && below?.column === column ? open.slice(0, -1) : open;
  }

  /** Opens the collection that begins here, if one does. Returns where the line goes. */
  #enter(start: number, column: number, given?: number): number {
    const kind = this.#structure.collections.get(start);
    const top = this.#top;
    if (kind === undefined && top?.column === column) return top.target;
    const target = given ?? (top === undefined ? 0 : top.target + step);
    if (kind !== undefined) this.#levels = [...this.#levels, { kind, column, target }];
    return target;
  }

  /** Writes what waits for a line that goes from `column` to `target`. `levels`: what was open before that line. */
  #flush(column: number, target: number, levels: readonly Level[]): void {
    for (const line of this.#waiting) {
      const text = line.trim();
      if (text === '') {
        if (this.#out.length > 0 && this.#out.at(-1) !== '') this.#out.push('');
        continue;
      }
      const own = columnOf(line);
      const level = levels.findLast((one) => one.column === own);
      const beside = own === column ? target : (level?.target ?? target);
      // what is left out at the left stays there
      this.#out.push(`${blanks(own === 0 ? 0 : beside)}${text}`);
    }
    this.#waiting = [];
  }

  /** Lines of a value: a block text has its own indentation, any other moves with the line that it began in. */
  #within({ first, last, block }: Extent): void {
    const top = this.#top;
    const base = top?.target ?? 0;
    const inset = block?.isExplicit ? block.indent - (top?.column ?? 0) : step;
    for (let at = first; at <= last; at += 1) {
      const line = this.#lines[at] ?? '';
      this.#offset += line.length + 1;
      const column = columnOf(line);
      if (block === undefined) {
        const to = this.#shifted.has(at) ? base + step : Math.max(column + this.#moved, top ? base + 1 : 0);
        const text = at === last && !this.#structure.extents.has(at + 1) ? line.trim() : line.trimStart();
        this.#out.push(text === '' ? '' : `${blanks(to)}${text}`);
      } else if (top === undefined) this.#out.push(line);
      else if (line.length <= block.indent && line.trim() === '') this.#out.push('');
      else this.#out.push(`${blanks(base + inset)}${line.slice(block.indent)}`);
    }
  }
}
