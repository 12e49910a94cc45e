import type { Json } from './topology.ts';

/**
 * One change of a node template: the value that stands under a path of keys below it from now on; without one, nothing
 * does. An empty path is the node template itself, which is added when there is none.
 */
export interface NodeEdit {
  readonly node: string;
  readonly path: readonly string[];
  readonly value?: Json | undefined;
  /** only where nothing stands there yet */
  readonly ifAbsent?: boolean | undefined;
}
