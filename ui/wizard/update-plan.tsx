import type { UpdatePlan } from '../../client/types.ts';
import { Cost } from '../parts/cost.tsx';
import { Icon } from '../parts/icon.tsx';
import type { Tone } from '../states/tones.ts';
import { OldNew } from './difference.tsx';
import { CloudPlan, countsOf, Remarks } from './plan-parts.tsx';
import { groupedChanges, unchangedOf } from './update-marks.ts';

type Change = UpdatePlan['changes'][number];

const ways: { readonly [How in Change['how']]: { readonly tone: Tone; readonly words: string } } = {
  altered: { tone: 'working', words: 'changed in place' },
  replaced: { tone: 'failed', words: 'replaced' },
  made: { tone: 'running', words: 'for new machines' },
  configured: { tone: 'working', words: 'configured again' },
  scaled: { tone: 'running', words: 'scaled' },
  kept: { tone: 'waiting', words: 'kept as it is' },
  refused: { tone: 'failed', words: 'refused' },
};

const valueText = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value);

/** What an update would do: what comes, what goes, what changes on what stays. */
export const UpdatePlanView = ({ plan }: { readonly plan: UpdatePlan }) => {
  const { difference, changes, accepted, cost, plan: cloud, operations = [], notes, warnings } = plan;
  return (
    <div class="plan">
      <Sums plan={plan} />
      {difference.added.length + difference.removed.length + changes.length + operations.length === 0 && (
        <p class="soft">Nothing would change on what is deployed.</p>
      )}
      {!accepted && (
        <p class="banner failed" role="alert">
          <Icon name="warning" />
          The service would refuse this update. Below stands why.
        </p>
      )}
      <Comings difference={difference} />
      {groupedChanges(changes).map(([node, own]) => (
        <NodeChanges key={node} node={node} changes={own} />
      ))}
      <Operations operations={operations} />
      {cost !== undefined && <Cost cost={cost} />}
      {cloud !== undefined && <CloudPlan plan={cloud} />}
      <Remarks {...(notes && { notes })} warnings={warnings} />
    </div>
  );
};

const Sums = ({ plan }: { readonly plan: UpdatePlan }) => {
  const { added, removed } = plan.difference;
  return (
    <p class="plan-sum">
      <span class={added.length > 0 ? 'tone-running sign' : 'faint'}>+ {added.length}</span>
      <span class={removed.length > 0 ? 'tone-failed sign' : 'faint'}>− {removed.length}</span>
      <span class="faint">{unchangedOf(plan)} unchanged</span>
      {plan.provider && (
        <span class="faint">
          <Icon name="cloud" size={14} /> stays at {plan.provider.name}
        </span>
      )}
    </p>
  );
};

const Comings = ({ difference: { added, removed } }: Pick<UpdatePlan, 'difference'>) =>
  added.length + removed.length === 0 ? null : (
    <ul class="difference" aria-label="Instances that come and go">
      {countsOf(added).map(([node, count]) => (
        <li key={`+${node}`}>
          <span class="sign tone-running">+ {count}</span> <strong>{node}</strong>
        </li>
      ))}
      {countsOf(removed).map(([node, count]) => (
        <li key={`-${node}`}>
          <span class="sign tone-failed">− {count}</span> <strong>{node}</strong>
        </li>
      ))}
    </ul>
  );

const Operations = ({ operations }: { readonly operations: NonNullable<UpdatePlan['operations']> }) =>
  operations.length === 0 ? null : (
    <section class="changes">
      <h3>Operations that run</h3>
      <ul>
        {operations.map(({ node, operation, why }) => (
          <li key={`${node} ${operation}`}>
            <strong>{node}</strong> <code>{operation}</code> <span class="why">{why}</span>
          </li>
        ))}
      </ul>
    </section>
  );

/** Below the plan stands the same as a choice. */
const withoutRequest = (why: string): string => why.replace(/; with "replace": .*$/s, '');

const NodeChanges = ({ node, changes }: { readonly node: string; readonly changes: readonly Change[] }) => (
  <section class="changes">
    <h3>{node}</h3>
    <ul>
      {changes.map(({ property, old, new: next, how, why }) => (
        <li key={property}>
          <code>{property}</code>
          <OldNew old={valueText(old)} next={valueText(next)} />
          <span class={`badge tone-${ways[how].tone}`}>{ways[how].words}</span>
          {why !== undefined && <span class="why">{withoutRequest(why)}</span>}
        </li>
      ))}
    </ul>
  </section>
);
