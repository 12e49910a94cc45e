import type { Source } from './source.ts';

/**
 * YAML as written: nodes with their place in the source. A scalar keeps its text, because the declared TOSCA type
 * decides what `yes`, `016` or `1.10` means.
 *
 * A node that aliases point at is one object; its parent and path are those of the anchor.
 */
export type YamlNode = YamlScalar | YamlSequence | YamlMapping;

abstract class Located {
  parent: YamlSequence | YamlMapping | undefined = undefined;
  /** the key or index of this node in its parent */
  key: string | number = '';
  /** offset of that key in the source; for an item of a sequence, offset of the item */
  keyStart = 0;
  /** true: the key has no quotes, so it may be a number or a boolean */
  keyPlain = true;
  /** the node after this one in a mapping without a Map */
  next: YamlNode | undefined = undefined;
  /** offset in the source */
  readonly start: number;

  constructor(start: number) {
    this.start = start;
  }

  /** set on the root only; other nodes find it through their parents */
  get source(): Source | undefined {
    return sources.get(this);
  }

  set source(source: Source | undefined) {
    if (source) sources.set(this, source);
  }
}

// rare data is kept outside the nodes, so that nodes stay small
const sources = new WeakMap<Located, Source>();
const anchors = new WeakSet<YamlScalar>();
const keyCalls = new WeakMap<YamlMapping, Map<string, YamlMapping>>();

export class YamlScalar extends Located {
  readonly text: string;
  /** true: neither quoted nor a block, so the text may mean a number, a boolean or null */
  readonly plain: boolean;
  /** explicit tag as written, e.g. `!!binary`; empty without one */
  readonly tag: string;

  constructor(start: number, text: string, plain: boolean, tag: string) {
    super(start);
    this.text = text;
    this.plain = plain;
    this.tag = tag;
  }

  get kind(): 'scalar' {
    return 'scalar';
  }

  /** whether aliases may point here */
  get anchored(): boolean {
    return anchors.has(this);
  }

  anchor(): void {
    anchors.add(this);
  }
}

export class YamlSequence extends Located {
  readonly items: YamlNode[];

  constructor(start: number, items: YamlNode[] = []) {
    super(start);
    this.items = items;
  }

  get kind(): 'sequence' {
    return 'sequence';
  }
}

/** A mapping with more nodes has a Map. */
const mostLinked = 8;

/** Most mappings are small, and a Map takes twice their memory, so their nodes are linked until somebody wants a Map. */
export class YamlMapping extends Located {
  #first: YamlNode | undefined = undefined;
  #last: YamlNode | undefined = undefined;
  #linked = 0;
  #map: Map<string, YamlNode> | undefined = undefined;

  get kind(): 'mapping' {
    return 'mapping';
  }

  get entries(): Map<string, YamlNode> {
    if (this.#map) return this.#map;
    const map = new Map<string, YamlNode>();
    this.each((node, key) => {
      map.set(key, node);
    });
    this.#map = map;
    return map;
  }

  get size(): number {
    return this.#map ? this.#map.size : this.#linked;
  }

  /** The only key; undefined when there are none or several. */
  get onlyKey(): string | undefined {
    if (this.size !== 1) return undefined;
    const [key] = this.#map?.keys() ?? [this.#first?.key as string];
    return key;
  }

  get(name: string): YamlNode | undefined {
    if (this.#map) return this.#map.get(name);
    for (let node = this.#first; node; node = node.next) if (node.key === name) return node;
    return undefined;
  }

  /** Calls `visit` for each entry in order; a loop over `entries` needs a Map, and makes a list for each. */
  each(visit: (node: YamlNode, key: string) => void): void {
    if (this.#map) this.#map.forEach(visit);
    else for (let node = this.#first; node; node = node.next) visit(node, node.key as string);
  }

  /** Adds a node that is in no other collection. */
  add(node: YamlNode, key: string): void {
    node.parent = this;
    node.key = key;
    if (this.#map || this.#linked === mostLinked) {
      this.entries.set(key, node);
      return;
    }
    if (this.#last) this.#last.next = node;
    else this.#first = node;
    this.#last = node;
    this.#linked += 1;
  }
}

/** Gives a node made from others the place of one of them, so that problems are reported there. */
export function inPlaceOf<T extends YamlMapping | YamlSequence>(own: YamlNode, made: T): T {
  made.parent = own.parent;
  made.key = own.key;
  made.keyStart = own.keyStart;
  made.source = own.source;
  return made;
}

/** Whether the node is a map whose only key begins with `$`: a function call of TOSCA 2.0. */
export function isCall(node: YamlNode): boolean {
  const key = node.kind === 'mapping' ? node.onlyKey : undefined;
  return key !== undefined && /^\$(?!\$)/.test(key);
}

/** Keeps a function call that stands for a key (2.0 section 10.1); the key is its text. */
export function keepKeyCall(mapping: YamlMapping, key: string, call: YamlMapping): void {
  call.parent = mapping;
  call.key = key;
  call.keyStart = call.start;
  const known = keyCalls.get(mapping);
  if (known) known.set(key, call);
  else keyCalls.set(mapping, new Map([[key, call]]));
}

/** The keys of a mapping that are function calls, by their texts; undefined: none is. */
export const keyCallsOf = (mapping: YamlMapping): ReadonlyMap<string, YamlMapping> | undefined => keyCalls.get(mapping);

export type Step = string | number;

/** Whether a node is the other one, or is written somewhere in it. */
export function isWithin(node: YamlNode, above: YamlNode): boolean {
  for (let at: YamlNode | undefined = node; at !== undefined; at = at.parent) if (at === above) return true;
  return false;
}

/** Keys and indexes from the root of its file to a node. */
export function stepsTo(node: YamlNode): readonly Step[] {
  const steps: Step[] = [];
  for (let at: YamlNode = node; at.parent !== undefined; at = at.parent) steps.push(at.key);
  return steps.toReversed();
}

const plainName = /^[^.[\]\s]+$/;

/** `topology_template.node_templates.web.requirements[0].host`; a name with dots or blanks is in brackets. */
export function pathOf(node: YamlNode): string {
  const steps: string[] = [];
  for (let at: YamlNode = node; at.parent !== undefined; at = at.parent) {
    if (typeof at.key === 'number') steps.push(`[${at.key}]`);
    else steps.push(plainName.test(at.key) ? `.${at.key}` : `['${at.key}']`);
  }
  return steps.toReversed().join('').replace(/^\./, '');
}

export function sourceOf(node: YamlNode): Source | undefined {
  let at: YamlNode = node;
  while (at.parent !== undefined) at = at.parent;
  return at.source;
}
