import type { CreationPlan, UpdatePlan } from '../../client/types.ts';
import { Icon } from '../parts/icon.tsx';

type Planned = NonNullable<UpdatePlan['plan']>;

const signs: { readonly [Action in Planned[number]['action']]: { readonly sign: string; readonly tone: string } } = {
  added: { sign: '+', tone: 'running' },
  changed: { sign: '~', tone: 'working' },
  replaced: { sign: '±', tone: 'failed' },
  'perhaps replaced': { sign: '±', tone: 'off' },
  removed: { sign: '−', tone: 'failed' },
};

/** What happens to each resource of the cloud. */
export const CloudPlan = ({ plan }: { readonly plan: Planned }) => (
  <details class="plan-details">
    <summary>{plan.length} resources of the cloud</summary>
    <ul class="plan-resources">
      {plan.map(({ name, type, action, why }) => (
        <li key={name}>
          <span class={`sign tone-${signs[action].tone}`} title={action}>
            {signs[action].sign}
            <span class="hidden">{action}</span>
          </span>
          <span class="mono">{name}</span>
          <span class="faint">{type}</span>
          {why !== undefined && <span class="why">{why}</span>}
        </li>
      ))}
    </ul>
  </details>
);

export const Remarks = ({ notes = [], warnings }: Pick<UpdatePlan, 'notes' | 'warnings'>) => (
  <ul class="remarks">
    {notes.map((note) => (
      <li key={note}>
        <Icon name="info" size={14} /> {note}
      </li>
    ))}
    {warnings.map(({ line, column, message }) => (
      <li key={`${line} ${column} ${message}`} class="warning">
        <Icon name="warning" size={14} /> <span class="mono">{`${line}:${column}`}</span> {message}
      </li>
    ))}
  </ul>
);

/** How many instances of how many nodes, the largest first. */
export const countsOf = (
  resources: CreationPlan['resources'] | UpdatePlan['difference']['removed'],
): readonly (readonly [node: string, count: number])[] => {
  const counts = new Map<string, number>();
  for (const { toscaNodeName } of resources) counts.set(toscaNodeName, (counts.get(toscaNodeName) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
};
