import type { UseQuotas } from '../quotas/use-quotas.ts';
import type { Policies } from './rule.ts';

export interface Judges {
  readonly policies: Pick<Policies, 'isEmpty'>;
  /** absent: no quota is asked, as for a schedule, which uses nothing itself */
  readonly useQuotas?: UseQuotas | undefined;
}

/** Whether anything is asked about plans. */
export const judges = ({ policies, useQuotas }: Judges): boolean => !policies.isEmpty || useQuotas?.isEmpty === false;
