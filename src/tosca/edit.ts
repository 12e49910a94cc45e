import type { Json } from './topology.ts';

/**
 * One change of a node template: sets the value at a path of keys below the node, or removes it when no value is given.
 * An empty path is the node template itself, which is added when it is missing.
 */
export interface NodeEdit {
  readonly node: string;
  readonly path: readonly string[];
  readonly value?: Json | undefined;
  /** true: an existing value stays */
  readonly ifAbsent?: boolean | undefined;
}
