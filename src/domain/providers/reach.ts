import type { NodeEdit } from '../../tosca/edit.ts';
import type { Node, Topology } from '../../tosca/topology.ts';
import type { Flavor, Offer } from './offer.ts';

/** The edits of the template for one offer, and what the offer lacks. */
export interface Fit {
  readonly edits: readonly NodeEdit[];
  readonly lacks: readonly string[];
  /** what the deployer's planner needs beside the template, as text that only it reads; absent: nothing */
  readonly blueprint?: string;
  /** what the provider does otherwise than the template says, without being wrong; absent: nothing */
  readonly notes?: readonly string[];
  /** outputs that never get a value there, with the reason; absent: none */
  readonly empty?: { readonly [output: string]: string };
  /** what was chosen for nodes, by name; absent: nothing, or the blueprint says it */
  readonly flavors?: { readonly [node: string]: Flavor };
}

/** What a kind of deployer can make at a provider, judged before the provider is asked (docs/decisions/0029). */
export interface Reach {
  /** why it can make these nodes at no provider; empty when there is no reason */
  unsupported(nodes: readonly Node[]): readonly string[];
  /** the edits of the template for this offer, and what the offer lacks */
  fit(topology: Topology, offer: Offer): Fit;
}
