import type { CreationPlan } from '../../client/types.ts';
import { Cost } from '../parts/cost.tsx';
import { Icon } from '../parts/icon.tsx';
import { CloudPlan, countsOf, Remarks } from './plan-parts.tsx';

/** What a creation would do: which providers are tried in which order, and why others are not. */
export const CreationPlanView = ({ plan }: { readonly plan: CreationPlan }) => {
  const { resources, candidates, dropped, notes, warnings } = plan;
  const nodes = countsOf(resources);
  return (
    <div class="plan">
      <p>
        <strong>{resources.length}</strong> {resources.length === 1 ? 'resource' : 'resources'} of{' '}
        <strong>{nodes.length}</strong> {nodes.length === 1 ? 'node' : 'nodes'}
      </p>
      {candidates.length === 0 && (
        <p class="banner failed" role="alert">
          <Icon name="warning" />
          No provider can run this template. Below stands why.
        </p>
      )}
      <ol class="providers">
        {candidates.map(({ id, name, score, plan: cloud, cost }, index) => (
          <li key={id}>
            <span class="rank" aria-hidden="true">
              {index + 1}
            </span>
            <span class="provider">
              <Icon name="cloud" /> <strong>{name}</strong>
              <span class="faint">{index === 0 ? 'tried first' : 'if those before it fail'}</span>
              {score !== undefined && <span class="chip">{score}</span>}
            </span>
            {cost !== undefined && <Cost cost={cost} />}
            {cloud !== undefined && <CloudPlan plan={cloud} />}
          </li>
        ))}
      </ol>
      {dropped.length > 0 && <Dropped dropped={dropped} isOpen={candidates.length === 0} />}
      <Remarks notes={notes} warnings={warnings} />
    </div>
  );
};

const Dropped = ({ dropped, isOpen }: Pick<CreationPlan, 'dropped'> & { readonly isOpen: boolean }) => (
  <details class="plan-details" open={isOpen}>
    <summary>
      {dropped.length === 1 ? 'One provider is not tried' : `${dropped.length} providers are not tried`}
    </summary>
    <ul class="providers dropped" aria-label="Providers that are not tried">
      {dropped.map(({ id, name, reason }) => (
        <li key={id}>
          <span class="rank" aria-hidden="true">
            –
          </span>
          <p>
            <strong>{name}</strong> {reason}
          </p>
        </li>
      ))}
    </ul>
  </details>
);
