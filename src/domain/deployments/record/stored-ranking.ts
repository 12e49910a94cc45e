import type { NodeEdit } from '../../../tosca/edit.ts';
import type { Secret } from '../../../tosca/secrets/values.ts';
import type { Output } from '../../../tosca/topology.ts';
import type { Change } from '../../changes/change.ts';
import type { RequestedNodes } from '../../changes/requested.ts';
import type { Injection } from '../../clusters/injection.ts';
import type { Ranking } from '../../providers/ports.ts';
import type { Mend, Revert } from './mends.ts';

/** An output as the template declares it. */
export type DeclaredOutput = Pick<Output, 'name' | 'value' | 'deferred'> & {
  readonly type?: Output['type'] | undefined;
};

/**
 * A stored ranking, with everything that an operation decided from its template and imports; later steps do not read
 * those again.
 */
export interface StoredRanking extends Ranking {
  /** the template in the form that the Infrastructure Manager can read; absent if that is the submitted form */
  readonly translation?: string | undefined;
  readonly outputs: readonly DeclaredOutput[];
  /** where secrets are in the outputs; absent: release 0.1.0 stored the ranking */
  readonly secretOutputs?: readonly Secret[] | undefined;
  /** what is written into the template's nodes each time it is sent */
  readonly injection?: Injection | undefined;
  /** what the template asks of each node; later templates are compared with it. Absent: release 0.1.0 stored the ranking */
  readonly asked?: RequestedNodes | undefined;
  /** the template lets its deployment move without a request (docs/decisions/0089); absent: it does not */
  readonly mayMove?: true | undefined;
  /** UPDATE only: properties that are changed in place, on existing machines */
  readonly altered?: readonly Pick<Change, 'node' | 'property'>[] | undefined;
  /** repair only: what it does, as a fresh look has confirmed it; absent: that look is still to come */
  readonly mends?: readonly Mend[] | undefined;
  /** repair only: ids of machines that nothing in the template asks for, and that stay */
  readonly strangers?: readonly string[] | undefined;
  /** repair only: what the engine sets back as a whole, as a fresh look has confirmed it; absent: nothing */
  readonly reverts?: readonly Revert[] | undefined;
  /** repair only: ids of resources that have drifted and were not agreed to: what was noted of them stays */
  readonly leaves?: readonly string[] | undefined;
  /** repair only: the comparison that the engine makes before, and the one after; absent: none is begun */
  readonly comparing?: string | undefined;
  readonly proving?: string | undefined;
  /** repair only: when the first comparison after it began */
  readonly provingSince?: string | undefined;
  /** UPDATE only: all edits of the template before it is sent, the provider's own edits first */
  readonly sent?: readonly NodeEdit[] | undefined;
}
