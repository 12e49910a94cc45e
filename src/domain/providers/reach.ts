import type { Node, Topology } from '../../tosca/topology.ts';
import { type DeployerKind, usualKind } from '../deployers/kinds.ts';
import { type Fit, fitTemplate } from './fit-template.ts';
import type { Offer } from './offer.ts';
import { unsupportedReasons } from './unsupported.ts';

/** What a kind of deployer can make at a provider, judged before the provider is asked. */
export interface Reach {
  /** why it can make these nodes at no provider; empty when there is no reason */
  unsupported(nodes: readonly Node[]): readonly string[];
  /** the edits of the template for this offer, and what the offer lacks */
  fit(topology: Topology, offer: Offer): Fit;
}

/** By kind of deployer. */
export const reaches: { readonly [K in DeployerKind]: Reach } = {
  'infrastructure-manager': { unsupported: unsupportedReasons, fit: fitTemplate },
};

export const reachOf = ({ deployer = usualKind }: Pick<Offer, 'deployer'>): Reach => reaches[deployer];
