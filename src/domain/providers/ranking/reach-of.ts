import { batchReach } from '../../batch/fit.ts';
import { stackReach } from '../../cloudformation/fit.ts';
import { type DeployerKind, usualKind } from '../../deployers/kinds.ts';
import { fitTemplate } from '../../infrastructure-manager/fit-template.ts';
import { unsupportedReasons } from '../../infrastructure-manager/unsupported.ts';
import type { Offer } from '../offer.ts';
import type { Reach } from '../reach.ts';

/** By kind of deployer. */
const reaches: { readonly [K in DeployerKind]: Reach } = {
  'infrastructure-manager': { unsupported: unsupportedReasons, fit: fitTemplate },
  cloudformation: stackReach,
  batch: batchReach,
};

export const reachOf = ({ deployer = usualKind }: Pick<Offer, 'deployer'>): Reach => reaches[deployer];
