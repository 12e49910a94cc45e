/** Reads simple YAML character by character: lines, and the scalars in them (yaml/simple.ts says what is simple). */

import { CHOMPING_MODE, EVENT_ID, getScalarValue, SCALAR_STYLE } from 'js-yaml';

/** Thrown where a text is not simple. It is made once, since it says nothing and nobody sees it. */
export const notSimple = new Error('not simple YAML');

export const code = {
  newline: 0x0a,
  blank: 0x20,
  quotes: 0x22,
  hash: 0x23,
  apostrophe: 0x27,
  comma: 0x2c,
  dash: 0x2d,
  colon: 0x3a,
  more: 0x3e,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  bar: 0x7c,
  closeBrace: 0x7d,
} as const;

/** Characters that begin something else than a plain scalar; `-` does so only before a blank. */
const notFirst = new Uint8Array(0x80);
for (const sign of '#&*!|>\'"%@`,[]{}?:\n ') notFirst[sign.charCodeAt(0)] = 1;

/** 1: ends a plain scalar, or may do so; 2: is unusual. Most characters are neither. */
const special = new Uint8Array(0x80).fill(2, 0, 0x20).fill(2, 0x7f);
for (const sign of ' \n:#,[]{}') special[sign.charCodeAt(0)] = 1;

/** Tabs, `\r`, and characters that YAML refuses or that are two code units. A text with one of them is not simple. */
const isUnusual = (sign: number): boolean =>
  sign < special.length
    ? special[sign] === 2
    : sign < 0xa0 ||
      sign === 0x2028 ||
      sign === 0x2029 ||
      (sign >= 0xd800 && sign < 0xe000) ||
      sign === 0xfeff ||
      sign >= 0xfffe;

const isFlowSign = (sign: number): boolean =>
  sign === code.comma ||
  sign === code.openBracket ||
  sign === code.closeBracket ||
  sign === code.openBrace ||
  sign === code.closeBrace;

export class Scanner {
  /** ends with a line end, so that no search runs over the end */
  readonly text: string;
  /** the next character */
  at = 0;
  /** column of the first content of the line; -1 at the end of the text */
  column = 0;
  lineStart = 0;

  constructor(text: string) {
    this.text = text.endsWith('\n') ? text : `${text}\n`;
  }

  next(): number {
    return this.text.charCodeAt(this.at);
  }

  /** From the start of a line to the next content. A line that may begin or end a document is not simple. */
  toContent(isFirst = false): void {
    const { text } = this;
    for (let start = this.at; start < text.length; ) {
      let at = start;
      while (text.charCodeAt(at) === code.blank) at += 1;
      const sign = text.charCodeAt(at);
      if (sign !== code.newline && sign !== code.hash) {
        this.#take(start, at, isFirst);
        return;
      }
      start = (sign === code.hash ? this.#endOfComment(at) : at) + 1;
    }
    this.at = text.length;
    this.column = -1;
  }

  /** Where the line ends that has nothing or a comment from here on. */
  #endOfComment(at: number): number {
    const end = this.text.indexOf('\n', at);
    this.#checkSkipped(at, end);
    return end;
  }

  /** For comments and texts after `|` and `>`, which are not read character by character. */
  #checkSkipped(start: number, end: number): void {
    const { text } = this;
    for (let at = start; at < end; at += 1) if (isUnusual(text.charCodeAt(at))) throw notSimple;
  }

  #take(start: number, at: number, isFirst: boolean): void {
    this.lineStart = start;
    this.at = at;
    this.column = at - start;
    if (at !== start) return;
    const isMarker = this.text.startsWith('...', at) || (!isFirst && this.text.startsWith('---', at));
    if (isMarker) throw notSimple;
  }

  get isAtEnd(): boolean {
    return this.column === -1;
  }

  blanks(): void {
    while (this.next() === code.blank) this.at += 1;
  }

  /** Whether nothing but blanks and a comment follows on this line. */
  get isLineEmpty(): boolean {
    let { at } = this;
    while (this.text.charCodeAt(at) === code.blank) at += 1;
    const sign = this.text.charCodeAt(at);
    return sign === code.newline || (sign === code.hash && at > this.at);
  }

  /** From the end of a value to the next content, which is on a later line. */
  endLine(): void {
    if (this.next() === code.newline) this.at += 1;
    else this.#overRest();
    this.toContent();
  }

  /** Apart, so that the usual line end is compiled into its callers. */
  #overRest(): void {
    if (!this.isLineEmpty) throw notSimple;
    this.at = this.#endOfComment(this.at) + 1;
  }

  /** Inside a flow collection, from the end of a line to the next content, which must be at least this deep. */
  toLineInside(indent: number): void {
    while (this.next() === code.newline) {
      this.at += 1;
      this.lineStart = this.at;
      this.blanks();
    }
    if (this.at >= this.text.length || this.at - this.lineStart < indent) throw notSimple;
  }

  /** Whether an item of a list begins here. */
  get isItem(): boolean {
    if (this.next() !== code.dash) return false;
    const after = this.text.charCodeAt(this.at + 1);
    return after === code.blank || after === code.newline;
  }

  /** Over a plain scalar to the `: `, comment, line end or sign that ends it. Returns the end of the scalar. */
  plain(inFlow: boolean): number {
    const { text } = this;
    this.#checkFirst(inFlow);
    let { at } = this;
    let end = at;
    for (; ; at += 1) {
      const sign = text.charCodeAt(at);
      if (sign < special.length ? special[sign] === 0 : !isUnusual(sign)) {
        end = at + 1;
        continue;
      }
      if (sign === code.blank) continue;
      if (isUnusual(sign)) throw notSimple;
      if (sign === code.newline || (inFlow && isFlowSign(sign))) break;
      if (sign === code.colon && this.#endsKey(at, inFlow)) break;
      if (sign === code.hash && text.charCodeAt(at - 1) === code.blank) break;
      end = at + 1;
    }
    this.at = at;
    return end;
  }

  #checkFirst(inFlow: boolean): void {
    const sign = this.next();
    if (notFirst[sign] === 1) throw notSimple;
    if (sign === code.dash && (this.isItem || (inFlow && isFlowSign(this.text.charCodeAt(this.at + 1)))))
      throw notSimple;
  }

  #endsKey(at: number, inFlow: boolean): boolean {
    const after = this.text.charCodeAt(at + 1);
    return after === code.blank || after === code.newline || (inFlow && isFlowSign(after));
  }

  /** The text in quotes, which ends on this line. */
  quoted(): string {
    const start = this.at + 1;
    const isDouble = this.next() === code.quotes;
    let isPlain = true;
    for (let at = start; ; at += 1) {
      const sign = this.text.charCodeAt(at);
      if (sign === code.newline || isUnusual(sign)) throw notSimple;
      if (isDouble && sign === code.backslash) {
        if (!/["\\n/]/.test(this.text.charAt(at + 1))) throw notSimple;
        isPlain = false;
        at += 1;
      } else if (sign === (isDouble ? code.quotes : code.apostrophe)) {
        if (isDouble || this.text.charCodeAt(at + 1) !== code.apostrophe) {
          this.at = at + 1;
          if (isPlain) return this.text.slice(start, at);
          return this.#value(start, at, isDouble ? SCALAR_STYLE.DOUBLE_QUOTED : SCALAR_STYLE.SINGLE_QUOTED);
        }
        isPlain = false;
        at += 1;
      }
    }
  }

  /** A text of whole lines, after `|` or `>`; its lines are at least as deep as `least`. */
  lines(least: number): { readonly start: number; readonly text: string } {
    const style = this.next() === code.bar ? SCALAR_STYLE.LITERAL_BLOCK : SCALAR_STYLE.FOLDED_BLOCK;
    this.at += 1;
    const isStripped = this.next() === code.dash;
    if (isStripped) this.at += 1;
    this.blanks();
    if (this.next() !== code.newline) throw notSimple;
    const start = this.at + 1;
    if (start === this.text.length) throw notSimple;
    const indent = this.#overLines(start, least);
    this.#checkSkipped(start, this.at);
    return { start, text: this.#value(start, this.at, style, indent, isStripped) };
  }

  /** Moves behind the lines; returns their indentation, -1 when all are empty. */
  #overLines(start: number, least: number): number {
    const { text } = this;
    let indent = -1;
    let deepest = 0;
    let line = start;
    while (line < text.length) {
      let at = line;
      while (text.charCodeAt(at) === code.blank) at += 1;
      const column = at - line;
      if (text.charCodeAt(at) !== code.newline) {
        if (column < (indent < 0 ? least : indent)) break;
        if (indent < 0 && column < deepest) throw notSimple;
        if (indent < 0) indent = column;
      } else if (indent < 0 && column > deepest) deepest = column;
      line = text.indexOf('\n', at) + 1;
    }
    this.at = line;
    return indent;
  }

  /** js-yaml works out the value: escapes, line folding. */
  #value(start: number, end: number, style: 2 | 3 | 4 | 5, indent = -1, isStripped = false): string {
    const none = { anchorStart: -1, anchorEnd: -1, tagStart: -1, tagEnd: -1 };
    const chomping = isStripped ? CHOMPING_MODE.STRIP : CHOMPING_MODE.CLIP;
    const place = { type: EVENT_ID.SCALAR, valueStart: start, valueEnd: end };
    return getScalarValue(this.text, { ...place, ...none, style, chomping, indent, fast: false });
  }
}
