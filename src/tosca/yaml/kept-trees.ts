import { append } from '../append.ts';
import { limits } from '../limits.ts';
import { type Composed, compose } from './compose.ts';
import type { YamlNode } from './node.ts';
import { Source } from './source.ts';

/** A text and what it was composed into. Its nodes are shared between requests, so nothing may change them. */
export interface Tree extends Composed {
  readonly source: Source;
}

interface Kept {
  readonly text: string;
  readonly tree: Tree;
  readonly bytes: number;
}

/**
 * The trees of imported files, so that a file that every request imports is composed once in a process. A tree is used
 * again only for the same address and the very same text, so no request can change what another one reads. The tree used
 * longest ago goes first.
 */
export class KeptTrees {
  /** by address, the one used last at the end */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  get documents(): number {
    return this.#kept.size;
  }

  /** an estimate: of the text and its nodes */
  get bytes(): number {
    return this.#bytes;
  }

  treeOf(address: string, text: string): Tree {
    const known = this.#kept.get(address);
    const tree = known?.text === text ? known.tree : composed(address, text);
    const bytes = known?.tree === tree ? known.bytes : bytesOf(text, tree);
    this.#remove(address);
    if (bytes <= limits.keptTreeBytes) this.#add(address, { text, tree, bytes });
    return tree;
  }

  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }

  #add(address: string, kept: Kept): void {
    this.#kept.set(address, kept);
    this.#bytes += kept.bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= limits.keptBytes && this.#kept.size <= limits.keptDocuments) return;
      this.#remove(oldest);
    }
  }

  #remove(address: string): void {
    this.#bytes -= this.#kept.get(address)?.bytes ?? 0;
    this.#kept.delete(address);
  }
}

export function composed(file: string, text: string): Tree {
  const source = new Source(file, text);
  return { source, ...compose(source) };
}

/** of a node with its key, of the map within a mapping, of an entry of its parent, of a fault, of a line's start */
const bytesOfNode = 160;
const bytesOfMap = 120;
const bytesOfEntry = 48;
const bytesOfFault = 120;
const bytesOfLine = 12;

/** An estimate of the memory; counting stops where the tree is too large to be kept. */
function bytesOf(text: string, { root, faults }: Tree): number {
  // the text itself, and the text in which lines were indented
  let bytes = 4 * text.length + bytesOfLine * (text.split('\n').length + text.split('\r').length);
  for (const { message } of faults) bytes += bytesOfFault + 2 * message.length;
  const seen = new Set<YamlNode>();
  const open: YamlNode[] = root ? [root] : [];
  for (let node = open.pop(); node !== undefined && bytes <= limits.keptTreeBytes; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const before = open.length;
    if (node.kind === 'mapping') node.each((each) => open.push(each));
    if (node.kind === 'sequence') append(open, node.items);
    bytes += bytesOfNode + (node.kind === 'mapping' ? bytesOfMap : 0) + bytesOfEntry * (open.length - before);
  }
  return bytes;
}

/**
 * Whether anybody who knows the address gets the same file. A file of an archive belongs to its author, and an address
 * with a user, a password or a query may carry a secret: such files are not kept.
 */
export const isForEverybody = (address: string): boolean =>
  address.length <= limits.message && /^https?:\/\/[^/?#@]+(?:\/[^?#@]*)?$/.test(address);

/** Shared by the whole process. */
export const keptTrees = new KeptTrees();
