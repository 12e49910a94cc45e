import type { UpdatePlan } from '../../client/types.ts';
import { Icon } from '../parts/icon.tsx';
import { CloudPlan, Cost, countsOf, Remarks } from './plan-parts.tsx';
import { groupedChanges, unchangedOf } from './update-marks.ts';

const tones: { readonly [how in UpdatePlan['changes'][number]['how']]: string } = {
  altered: 'working',
  replaced: 'failed',
  made: 'running',
  configured: 'working',
  scaled: 'running',
  kept: 'waiting',
  refused: 'failed',
};

const valueText = (value: unknown): string =>
  value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

/** What an update would do: what comes, what goes, what changes on what stays. */
export const UpdatePlanView = ({ plan }: { readonly plan: UpdatePlan }) => {
  const { difference, changes, accepted, provider, cost, plan: cloud, notes, warnings } = plan;
  const isNothing = difference.added.length + difference.removed.length + changes.length === 0;
  return (
    <div class="plan">
      <p class="plan-sum">
        <span class="tone-running sign">+ {difference.added.length}</span>
        <span class={difference.removed.length > 0 ? 'tone-failed sign' : 'faint'}>− {difference.removed.length}</span>
        <span class="faint">{unchangedOf(plan)} unchanged</span>
        {provider && (
          <span class="faint">
            <Icon name="cloud" size={14} /> stays at {provider.name}
          </span>
        )}
      </p>
      {isNothing && <p class="soft">Nothing would change.</p>}
      {!accepted && (
        <p class="banner failed" role="alert">
          <Icon name="warning" />
          The service would refuse this update. Below stands why.
        </p>
      )}
      <ul class="difference">
        {countsOf(difference.added).map(([node, count]) => (
          <li key={`+${node}`}>
            <span class="sign tone-running">+ {count}</span> <strong>{node}</strong>
          </li>
        ))}
        {countsOf(difference.removed).map(([node, count]) => (
          <li key={`-${node}`}>
            <span class="sign tone-failed">− {count}</span> <strong>{node}</strong>
          </li>
        ))}
      </ul>
      {groupedChanges(changes).map(([node, own]) => (
        <section key={node} class="changes">
          <h3>{node}</h3>
          <ul>
            {own.map(({ property, old, new: next, how, why }) => (
              <li key={property}>
                <code>{property}</code>
                <span class="old-new">
                  <del>{valueText(old)}</del> <span aria-hidden="true">→</span> <ins>{valueText(next)}</ins>
                </span>
                <span class={`badge tone-${tones[how]}`}>{how}</span>
                {why !== undefined && <span class="why">{why}</span>}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {cost !== undefined && <Cost cost={cost} />}
      {cloud !== undefined && <CloudPlan plan={cloud} />}
      <Remarks {...(notes && { notes })} warnings={warnings} />
    </div>
  );
};
