import { YamlMapping, type YamlNode, YamlScalar, YamlSequence } from './node.ts';
import { code, notSimple, Scanner } from './scanner.ts';
import { wordIn } from './words.ts';

/** Deeper texts are left to js-yaml, which refuses what is too deep. */
const deepest = 40;

/**
 * Reads simple YAML into located nodes: one document of block mappings and lists, plain scalars of one line, quoted
 * scalars of one line, texts after `|` and `>`, and flow collections. Most templates are simple, and this takes a third of
 * the time that js-yaml's events and their nodes take. Undefined when the text is not simple, or may have a mistake:
 * anchors, aliases, tags, merge keys, repeated keys, tabs. js-yaml then reads it (compose.ts). Both give equal nodes
 * (test/tosca/simple-yaml.property.test.ts).
 */
export function readSimple(text: string): YamlMapping | undefined {
  try {
    return new SimpleReader(text).document();
  } catch (error) {
    if (error === notSimple) return undefined;
    throw error;
  }
}

class SimpleReader {
  readonly #scan: Scanner;
  /** end of the last scalar, or start of a collection after it: the place of an empty scalar */
  #offset = 0;
  #depth = 0;

  constructor(text: string) {
    this.#scan = new Scanner(text);
  }

  document(): YamlMapping {
    const scan = this.#scan;
    scan.toContent(true);
    if (scan.column === 0 && scan.text.startsWith('---', scan.at)) {
      scan.at += 3;
      scan.endLine();
    }
    if (scan.column !== 0) throw notSimple;
    const root = this.#collection(0);
    if (root?.kind !== 'mapping' || !scan.isAtEnd) throw notSimple;
    return root;
  }

  /** The first key has been read, up to its colon. */
  #mapping(column: number, start: number, first: string, isPlain: boolean): YamlMapping {
    const mapping = new YamlMapping(this.#open(start));
    this.#colon();
    add(mapping, first, start, isPlain, this.#value(column));
    while (this.#scan.column === column) this.#entry(mapping, column);
    this.#close(column);
    return mapping;
  }

  #entry(mapping: YamlMapping, column: number): void {
    const { at } = this.#scan;
    const isPlain = !this.#isQuoted();
    const key = isPlain ? this.#word(false) : this.#quoted();
    this.#scan.blanks();
    this.#colon();
    add(mapping, key, at, isPlain, this.#value(column));
  }

  #sequence(column: number): YamlSequence {
    const start = this.#open();
    const items = [this.#item(column)];
    while (this.#scan.column === column && this.#scan.isItem) items.push(this.#item(column));
    this.#close(column);
    return sequenceOf(start, items);
  }

  #open(at = this.#scan.at): number {
    this.#depth += 1;
    if (this.#depth > deepest) throw notSimple;
    if (at > this.#offset) this.#offset = at;
    return at;
  }

  /** A deeper line after the last entry is a scalar of several lines, or a mistake. */
  #close(column: number): void {
    this.#depth -= 1;
    if (this.#scan.column > column) throw notSimple;
  }

  #isQuoted(): boolean {
    const next = this.#scan.next();
    return next === code.quotes || next === code.apostrophe;
  }

  #colon(): void {
    const scan = this.#scan;
    const after = scan.text.charCodeAt(scan.at + 1);
    if (scan.next() !== code.colon || (after !== code.blank && after !== code.newline)) throw notSimple;
    scan.at += 1;
  }

  #plain(inFlow: boolean): string {
    const { text, at } = this.#scan;
    this.#offset = this.#scan.plain(inFlow);
    return text.slice(at, this.#offset);
  }

  #word(inFlow: boolean): string {
    const { text, at } = this.#scan;
    this.#offset = this.#scan.plain(inFlow);
    return wordIn(text, at, this.#offset);
  }

  #quoted(): string {
    const text = this.#scan.quoted();
    this.#offset = this.#scan.at;
    return text;
  }

  /** What stands after a key and its colon. */
  #value(column: number): YamlNode {
    const scan = this.#scan;
    if (!scan.isLineEmpty) {
      scan.blanks();
      return this.#inLine(column);
    }
    scan.endLine();
    // a list may be as deep as the key
    return scan.column === column && scan.isItem ? this.#sequence(column) : this.#below(column);
  }

  /** An item from its dash on. */
  #item(column: number): YamlNode {
    const scan = this.#scan;
    scan.at += 1;
    if (scan.isLineEmpty) {
      scan.endLine();
      return this.#below(column);
    }
    scan.blanks();
    return this.#collection(scan.at - scan.lineStart) ?? this.#inLine(column);
  }

  #below(column: number): YamlNode {
    if (this.#scan.column <= column) return new YamlScalar(this.#offset, '', true, '');
    return this.#collection(this.#scan.column) ?? this.#inLine(column);
  }

  /** The block collection that begins here, if one does. */
  #collection(column: number): YamlNode | undefined {
    const scan = this.#scan;
    if (scan.isItem) return this.#sequence(column);
    const next = scan.next();
    if (next === code.openBrace || next === code.openBracket || next === code.bar || next === code.more)
      return undefined;
    const start = scan.at;
    const quoted = this.#isQuoted() ? scan.quoted() : undefined;
    const end = quoted === undefined ? scan.plain(false) : scan.at;
    scan.blanks();
    if (scan.next() !== code.colon) {
      scan.at = start;
      return undefined;
    }
    this.#offset = end;
    return this.#mapping(column, start, quoted ?? wordIn(scan.text, start, end), quoted === undefined);
  }

  /** A value that begins on this line and is no block collection. */
  #inLine(column: number): YamlNode {
    const scan = this.#scan;
    const next = scan.next();
    if (next === code.bar || next === code.more) return this.#lines(column);
    const node = this.#flowNode(column + 1, false);
    if (node.kind === 'scalar') scan.at = this.#offset;
    scan.endLine();
    return node;
  }

  #lines(column: number): YamlScalar {
    const scan = this.#scan;
    const { start, text } = scan.lines(column + 1);
    this.#offset = scan.at;
    scan.toContent();
    return new YamlScalar(start, text, false, '');
  }

  /** A scalar, or a flow collection, whose lines are at least as deep as `indent`. */
  #flowNode(indent: number, inFlow: boolean): YamlNode {
    const { at } = this.#scan;
    const next = this.#scan.next();
    if (next === code.openBrace) return this.#flowMapping(indent);
    if (next === code.openBracket) return this.#flowSequence(indent);
    if (this.#isQuoted()) return new YamlScalar(at, this.#quoted(), false, '');
    return new YamlScalar(at, this.#plain(inFlow), true, '');
  }

  #flowMapping(indent: number): YamlMapping {
    const scan = this.#scan;
    const mapping = new YamlMapping(this.#open());
    scan.at += 1;
    for (this.#space(indent); scan.next() !== code.closeBrace; this.#comma(indent, code.closeBrace)) {
      const start = scan.at;
      const isPlain = !this.#isQuoted();
      const key = isPlain ? this.#word(true) : this.#quoted();
      const end = scan.lineStart;
      this.#space(indent);
      // a plain key may go on in the next line
      if (isPlain && scan.lineStart !== end && scan.next() === code.colon) throw notSimple;
      add(mapping, key, start, isPlain, this.#flowValue(indent));
    }
    return this.#closed(mapping);
  }

  #flowValue(indent: number): YamlNode {
    const scan = this.#scan;
    if (scan.next() === code.colon) {
      scan.at += 1;
      this.#space(indent);
      const isEmpty =
        scan.next() === code.comma || scan.next() === code.closeBrace || scan.next() === code.closeBracket;
      if (!isEmpty) return this.#flowNode(indent, true);
    }
    return new YamlScalar(this.#offset, '', true, '');
  }

  #flowSequence(indent: number): YamlSequence {
    const scan = this.#scan;
    const start = this.#open();
    const items: YamlNode[] = [];
    scan.at += 1;
    for (this.#space(indent); scan.next() !== code.closeBracket; this.#comma(indent, code.closeBracket))
      items.push(this.#flowItem(indent));
    return this.#closed(sequenceOf(start, items));
  }

  /** `[a: b]` is a list with one map. */
  #flowItem(indent: number): YamlNode {
    const scan = this.#scan;
    const item = this.#flowNode(indent, true);
    scan.blanks();
    if (scan.next() !== code.colon) return item;
    if (item.kind !== 'scalar') throw notSimple;
    const pair = new YamlMapping(item.start);
    add(pair, item.text, item.start, item.plain, this.#flowValue(indent));
    return pair;
  }

  #closed<T>(collection: T): T {
    this.#scan.at += 1;
    this.#depth -= 1;
    return collection;
  }

  /** To the next entry, or to the end of the collection. */
  #comma(indent: number, end: number): void {
    this.#space(indent);
    if (this.#scan.next() === code.comma) {
      this.#scan.at += 1;
      this.#space(indent);
    } else if (this.#scan.next() !== end) throw notSimple;
  }

  /** Over blanks and line ends inside a flow collection. */
  #space(indent: number): void {
    const scan = this.#scan;
    scan.blanks();
    if (scan.next() === code.newline) scan.toLineInside(indent);
  }
}

function add(mapping: YamlMapping, key: string, keyStart: number, isPlain: boolean, node: YamlNode): void {
  if (mapping.get(key) || (isPlain && key === '<<')) throw notSimple;
  mapping.add(node, key);
  node.keyStart = keyStart;
  node.keyPlain = isPlain;
}

/** A list that has grown has room for many more items, so it is copied. */
function sequenceOf(start: number, items: YamlNode[]): YamlSequence {
  const sequence = new YamlSequence(start, items.length > 1 ? items.slice() : items);
  for (let index = 0; index < items.length; index += 1) {
    const node = items[index] as YamlNode;
    node.parent = sequence;
    node.key = index;
    node.keyStart = node.start;
  }
  return sequence;
}
