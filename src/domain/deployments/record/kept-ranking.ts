import type { NodeEdit } from '../../../tosca/edit.ts';
import type { Secret } from '../../../tosca/secrets/values.ts';
import type { Output } from '../../../tosca/topology.ts';
import type { AskedNodes } from '../../changes/asked.ts';
import type { Change } from '../../changes/weigh.ts';
import type { Injection } from '../../clusters/injection.ts';
import type { Ranking } from '../../providers/ports.ts';

/** An output as the template declares it. */
export type DeclaredOutput = Pick<Output, 'name' | 'value' | 'deferred'>;

/**
 * A ranking as it is kept: with all that an operation decided from its template and the imports of it, which later steps do
 * not read again. Members that are absent were not decided by the earlier release that kept it.
 */
export interface KeptRanking extends Ranking {
  /** the template as the Infrastructure Manager can read it, where that is not as it was submitted */
  readonly translation?: string | undefined;
  readonly outputs?: readonly DeclaredOutput[] | undefined;
  /** where secrets stand in them */
  readonly secretOutputs?: readonly Secret[] | undefined;
  /** what is written into its nodes whenever it is sent */
  readonly injection?: Injection | undefined;
  /** what the template asks of each node: later templates are compared with it */
  readonly asked?: AskedNodes | undefined;
  /** UPDATE only: properties that machines are given as they stand */
  readonly altered?: readonly Pick<Change, 'node' | 'property'>[] | undefined;
  /** UPDATE only: all that becomes of the template before it is sent, the provider's own edits first */
  readonly sent?: readonly NodeEdit[] | undefined;
}
