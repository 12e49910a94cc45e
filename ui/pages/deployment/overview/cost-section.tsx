import { dollars } from '../../../../client/money.ts';
import type { DeploymentCost } from '../../../../client/types.ts';
import { useReadAgain } from '../../../data/use-live.ts';
import type { DeploymentView } from '../../../data/view.ts';
import { Cost } from '../../../parts/cost.tsx';

/** Where a price is known: part by part, and what machines that are stopped save. */
export const CostSection = ({ view }: { readonly view: DeploymentView }) => {
  const stopped = view.resources.filter(({ state }) => state === 'STOPPED').length;
  const { value } = useReadAgain<DeploymentCost>(`/deployments/${view.uuid}/cost`, `${view.version} ${stopped}`);
  const { estimate, now, unpriced = [] } = value.value ?? {};
  if (estimate === undefined) return null;
  return (
    <section>
      <h2>Cost</h2>
      {now !== undefined && now !== estimate.hourly && (
        <p>
          now <strong>{dollars(now)}</strong> an hour: {stopped} {stopped === 1 ? 'machine is' : 'machines are'} stopped
        </p>
      )}
      <Cost cost={estimate} />
      {unpriced.length > 0 && (
        <p class="faint">Without parts that have no known price: {unpriced.filter(Boolean).join(', ') || 'some'}</p>
      )}
    </section>
  );
};
