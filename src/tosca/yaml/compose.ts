import { EVENT_ID, type Event, getScalarValue, type ScalarEvent, YAMLException } from 'js-yaml';
import { limits } from '../limits.ts';
import { attempt } from './events.ts';
import { applyMerge } from './merge.ts';
import { isCall, keepKeyCall, YamlMapping, type YamlNode, YamlScalar, YamlSequence } from './node.ts';
import { readSimple } from './simple.ts';
import type { Source } from './source.ts';
import { beginningOf } from './unclosed.ts';

/** A mistake in the YAML text, at `offset`. */
export interface YamlFault {
  readonly kind: 'syntax' | 'limit' | 'alias' | 'duplicate' | 'key' | 'documents';
  readonly offset: number;
  readonly message: string;
}

export interface Composed {
  readonly root: YamlNode | undefined;
  readonly faults: readonly YamlFault[];
}

interface Frame {
  readonly node: YamlSequence | YamlMapping;
  key: YamlScalar | undefined;
  /** true after a key that is not a scalar: its value is dropped too */
  dropping: boolean;
  merges: YamlNode[] | undefined;
  size: number;
  depth: number;
  readonly anchor: string;
}

interface Extent {
  readonly size: number;
  readonly depth: number;
}

/** Composes one YAML document into located nodes. Never throws. */
export function compose(source: Source): Composed {
  if (source.text.length > limits.characters) {
    const message = `the document has ${source.text.length} characters; at most ${limits.characters} are allowed`;
    return { root: undefined, faults: [{ kind: 'limit', offset: 0, message }] };
  }
  if (source.text.length > limits.marks && marksOf(source.text) > limits.marks) {
    const message = `the document has more than ${limits.marks} lines, commas and brackets`;
    return { root: undefined, faults: [{ kind: 'limit', offset: 0, message }] };
  }
  // the parser's message for NUL lists all lines of the text, and takes each NUL for a line end
  const nul = source.text.indexOf('\0');
  if (nul >= 0) return { root: undefined, faults: [{ kind: 'syntax', offset: nul, message: nulMessage }] };
  const simple = readSimple(source.text);
  if (simple === undefined) return composeAny(source);
  simple.source = source;
  return { root: simple, faults: [] };
}

/**
 * Composes any YAML document, in one pass over the parser's events and without recursion. Sizes and depths are counted
 * with aliases expanded, so that code that walks the tree later knows its limits.
 */
export function composeAny(source: Source): Composed {
  const found = attempt(source.text);
  if (found.shifted.size > 0) source.replace(found.text, found.shifted);
  if ('error' in found) return { root: undefined, faults: [faultOf(found.error, found.text)] };
  try {
    return new Composer(source).run(found.events);
  } catch (error) {
    return { root: undefined, faults: [faultOf(error, found.text)] };
  }
}

const nulMessage = 'the character NUL is not allowed';

/** `\r` alone ends a line too. */
const marksOf = (text: string): number =>
  countOf(text, '\n') +
  countOf(text, '\r') -
  countOf(text, '\r\n') +
  countOf(text, ',') +
  countOf(text, '[') +
  countOf(text, '{');

function countOf(text: string, mark: string): number {
  let count = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) count += 1;
  return count;
}

function faultOf(error: unknown, text: string): YamlFault {
  if (error instanceof LimitReached) return { kind: 'limit', offset: error.offset, message: error.message };
  if (!(error instanceof YAMLException)) throw error;
  const kind = error.reason.includes('maxDepth') ? 'limit' : 'syntax';
  const begins = kind === 'limit' ? undefined : beginningOf(text, error);
  if (begins !== undefined) return { kind, offset: begins.offset, message: begins.reason };
  const message = kind === 'limit' ? `collections are nested deeper than ${limits.depth} levels` : error.reason;
  return { kind, offset: error.mark?.position ?? 0, message };
}

/** Tags that make a text a number, a boolean or null, in quotes or not. */
const typed = /(?:!!|tag:yaml\.org,2002:)(?:int|float|bool|null)>?$/;

class LimitReached extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

class Composer {
  readonly #source: Source;
  readonly #faults: YamlFault[] = [];
  readonly #anchors = new Map<string, { node: YamlNode; extent: Extent | undefined }>();
  readonly #stack: Frame[] = [];
  #roots: YamlNode[] = [];
  /** end of the last event: the place of an empty scalar */
  #offset = 0;

  constructor(source: Source) {
    this.#source = source;
  }

  /** Removes each event when it becomes a node, which lowers the peak of memory. */
  run(events: Event[]): Composed {
    events.reverse();
    for (let event = events.pop(); event !== undefined; event = events.pop()) this.#take(event);
    const [root, extra] = this.#roots;
    if (extra) this.#fault('documents', extra.start, 'the text holds more than one YAML document, one is allowed');
    if (root) root.source = this.#source;
    return { root, faults: this.#faults };
  }

  #take(event: Event): void {
    if (event.type === EVENT_ID.SCALAR) this.#scalar(event);
    else if (event.type === EVENT_ID.MAPPING) this.#open(event, new YamlMapping(event.start));
    else if (event.type === EVENT_ID.SEQUENCE) this.#open(event, new YamlSequence(event.start));
    else if (event.type === EVENT_ID.ALIAS) this.#alias(event);
    else if (event.type === EVENT_ID.POP) this.#close();
  }

  #scalar(event: ScalarEvent): void {
    const { text } = this.#source;
    const start = event.valueStart < 0 ? this.#offset : event.valueStart;
    const value = event.valueStart < 0 ? '' : getScalarValue(text, event);
    const tag = event.tagStart < 0 ? '' : text.slice(event.tagStart, event.tagEnd);
    const quote = event.style === 2 || event.style === 3 ? 1 : 0;
    const node = new YamlScalar(start - quote, value, tag === '' ? event.style === 1 : typed.test(tag), tag);
    this.#offset = Math.max(this.#offset, event.valueEnd + quote);
    if (event.anchorStart >= 0) {
      node.anchor();
      this.#anchor(event, node, { size: 1, depth: 1 });
    }
    this.#add(node, 1, 1);
  }

  #open(event: { start: number; anchorStart: number; anchorEnd: number }, node: YamlMapping | YamlSequence): void {
    const anchor = event.anchorStart < 0 ? '' : this.#source.text.slice(event.anchorStart, event.anchorEnd);
    if (anchor !== '') this.#anchors.set(anchor, { node, extent: undefined });
    this.#offset = Math.max(this.#offset, event.start);
    this.#stack.push({ node, key: undefined, dropping: false, merges: undefined, size: 1, depth: 0, anchor });
  }

  #close(): void {
    const frame = this.#stack.pop();
    if (frame === undefined) return;
    const { node, merges, anchor } = frame;
    if (node.kind === 'mapping' && merges) {
      frame.size += applyMerge(node, merges, (at) => this.#fault('syntax', at.start, mergeMessage));
    }
    const { size } = frame;
    const depth = frame.depth + 1;
    if (anchor !== '') this.#anchors.set(anchor, { node, extent: { size, depth } });
    this.#add(node, size, depth);
  }

  #anchor(event: { anchorStart: number; anchorEnd: number }, node: YamlNode, extent: Extent): void {
    this.#anchors.set(this.#source.text.slice(event.anchorStart, event.anchorEnd), { node, extent });
  }

  #alias(event: { anchorStart: number; anchorEnd: number }): void {
    const name = this.#source.text.slice(event.anchorStart, event.anchorEnd);
    const found = this.#anchors.get(name);
    this.#offset = Math.max(this.#offset, event.anchorEnd);
    if (found?.extent) {
      this.#add(found.node, found.extent.size, found.extent.depth, event.anchorStart - 1);
      return;
    }
    const why = found
      ? `the alias *${name} is inside the value that it refers to`
      : `there is no anchor &${name} before this alias`;
    this.#fault('alias', event.anchorStart - 1, why);
    this.#add(new YamlScalar(event.anchorStart - 1, '', true, ''), 1, 1);
  }

  #add(node: YamlNode, size: number, depth: number, at = node.start): void {
    const frame = this.#stack.at(-1);
    if (frame === undefined) {
      this.#roots.push(node);
      return;
    }
    frame.size += size;
    if (depth > frame.depth) frame.depth = depth;
    if (frame.size > limits.nodes) throw new LimitReached(at, `aliases expand to more than ${limits.nodes} YAML nodes`);
    if (this.#stack.length + depth > limits.depth + 1) {
      throw new LimitReached(at, `collections are nested deeper than ${limits.depth} levels, aliases followed`);
    }
    if (frame.node.kind === 'sequence') this.#append(frame.node, node, at);
    else this.#pair(frame, frame.node, node, at);
  }

  #append(sequence: YamlSequence, node: YamlNode, at: number): void {
    adopt(sequence, sequence.items.length, at, node);
    sequence.items.push(node);
  }

  #pair(frame: Frame, mapping: YamlMapping, node: YamlNode, at: number): void {
    const { key } = frame;
    if (frame.dropping) {
      frame.dropping = false;
    } else if (key === undefined) {
      if (node.kind === 'scalar') frame.key = node;
      else if (node.kind === 'sequence' && node.items.every((item) => item.kind === 'scalar')) frame.key = keyOf(node);
      else if (node.kind === 'mapping' && isCall(node)) frame.key = keyOfCall(mapping, node);
      else this.#refuseKey(frame, at);
    } else {
      frame.key = undefined;
      if (key.plain && key.text === '<<') merge(frame, node);
      else this.#member(mapping, key, node);
    }
  }

  #refuseKey(frame: Frame, at: number): void {
    frame.dropping = true;
    this.#fault('key', at, 'a mapping key is a mapping or a nested list; a key must be a scalar');
  }

  #member(mapping: YamlMapping, key: YamlScalar, node: YamlNode): void {
    if (mapping.entries.has(key.text)) {
      this.#fault('duplicate', key.start, `the key ${JSON.stringify(key.text)} is repeated; the last one counts`);
    }
    adopt(mapping, key.text, key.start, node);
    node.keyPlain = key.plain;
    mapping.entries.set(key.text, node);
  }

  #fault(kind: YamlFault['kind'], offset: number, message: string): void {
    this.#faults.push({ kind, offset, message });
  }
}

function merge(frame: Frame, node: YamlNode): void {
  if (frame.merges) frame.merges.push(node);
  else frame.merges = [node];
}

const mergeMessage = 'the merge key << takes a mapping or a list of mappings';

/** 2.0 writes requirements of a substitution as `[name, index]: ...`; that text becomes the key. */
const keyOf = (node: YamlSequence): YamlScalar =>
  new YamlScalar(
    node.start,
    `[${node.items.map((item) => (item.kind === 'scalar' ? item.text : '')).join(', ')}]`,
    false,
    '',
  );

/** 2.0 allows a function as a key (section 10.1): the call as written is the key until it is worked out. */
function keyOfCall(mapping: YamlMapping, call: YamlMapping): YamlScalar {
  const key = new YamlScalar(call.start, textOfKey(call), false, '');
  keepKeyCall(mapping, key.text, call);
  return key;
}

function textOfKey(node: YamlNode): string {
  if (node.kind === 'scalar') return node.text;
  if (node.kind === 'sequence') return `[${node.items.map(textOfKey).join(', ')}]`;
  return `{${[...node.entries].map(([key, item]) => `${key}: ${textOfKey(item)}`).join(', ')}}`;
}

function adopt(parent: YamlSequence | YamlMapping, key: string | number, keyStart: number, node: YamlNode): void {
  if (node.parent !== undefined) return;
  node.parent = parent;
  node.key = key;
  node.keyStart = keyStart;
}
