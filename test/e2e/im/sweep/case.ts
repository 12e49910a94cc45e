import type { Draft } from './drafts.ts';

/** A template that sets one thing, or two that belong together. */
export interface Case {
  /** e.g. `1.3 tosca.nodes.Compute host.num_cpus = 2` */
  readonly name: string;
  readonly template: Draft;
  /** what it imports, by address */
  readonly files?: { readonly [address: string]: Draft };
}
