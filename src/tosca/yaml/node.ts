import type { Source } from './source.ts';

/**
 * YAML as it was written: nodes with their place in the source. A scalar keeps its text, because what `yes`, `016` or
 * `1.10` means is for the declared TOSCA type to say.
 *
 * A node that aliases point at is one object: its parent and its path are those of the anchor.
 */
export type YamlNode = YamlScalar | YamlSequence | YamlMapping;

abstract class Located {
  parent: YamlSequence | YamlMapping | undefined = undefined;
  /** the mapping key or the index under which the parent holds this node */
  key: string | number = '';
  /** where that key starts in the source; for items of a sequence, where the item starts */
  keyStart = 0;
  /** the key was written without quotes, so that it may be a number or a boolean */
  keyPlain = true;
  /** offset in the source */
  readonly start: number;

  constructor(start: number) {
    this.start = start;
  }

  /** the root knows its text; other nodes find it through their parents */
  get source(): Source | undefined {
    return sources.get(this);
  }

  set source(source: Source | undefined) {
    if (source) sources.set(this, source);
  }
}

// what few nodes have stands beside them, so that the many are small
const sources = new WeakMap<Located, Source>();
const anchors = new WeakSet<YamlScalar>();

export class YamlScalar extends Located {
  readonly text: string;
  /** neither quoted nor a block: its text may stand for a number, a boolean or null */
  readonly plain: boolean;
  /** explicit tag as written, e.g. `!!binary`; empty when there is none */
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

  /** aliases may point here */
  get anchored(): boolean {
    return anchors.has(this);
  }

  anchor(): void {
    anchors.add(this);
  }
}

export class YamlSequence extends Located {
  readonly items: YamlNode[] = [];

  get kind(): 'sequence' {
    return 'sequence';
  }
}

export class YamlMapping extends Located {
  readonly entries = new Map<string, YamlNode>();

  get kind(): 'mapping' {
    return 'mapping';
  }

  get(name: string): YamlNode | undefined {
    return this.entries.get(name);
  }
}

/** Gives a node that was made of others the place of one of them, so that what is wrong with it is told there. */
export function inPlaceOf<T extends YamlMapping | YamlSequence>(own: YamlNode, made: T): T {
  made.parent = own.parent;
  made.key = own.key;
  made.keyStart = own.keyStart;
  made.source = own.source;
  return made;
}

/** A map whose one key begins with `$`: a function of TOSCA 2.0, whose value stands for it. */
export function isCall(node: YamlNode): boolean {
  if (node.kind !== 'mapping' || node.entries.size !== 1) return false;
  const [key] = node.entries.keys();
  return key !== undefined && /^\$(?!\$)/.test(key);
}

const plainName = /^[^.[\]\s]+$/;

/** `topology_template.node_templates.web.requirements[0].host`; a name that holds dots or blanks stands in brackets. */
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
  while (at.source === undefined && at.parent !== undefined) at = at.parent;
  return at.source;
}
