import { useRead } from '../../../data/read.ts';
import { service } from '../../../data/service.ts';
import { Icon } from '../../../parts/icon.tsx';
import type { TabProps } from '../tab-props.ts';

/** Which providers may be tried, in which order, and why the others may not. */
export const RankingList = ({ view }: Pick<TabProps, 'view'>) => {
  const { value } = useRead(() => service.ranking(view.uuid), [view.uuid, view.operation.id, view.task]);
  if (value === undefined || value.candidates.length + value.dropped.length === 0) return null;
  return (
    <section class="card ranking" aria-label="Ranking">
      <h2>Ranking</h2>
      <ol>
        {value.candidates.map(({ id, name, score }, index) => (
          <li key={id}>
            <span class="place">{index + 1}</span>
            <Icon name="cloud" />
            <strong>{name}</strong>
            {score !== undefined && <span class="faint">{score}</span>}
          </li>
        ))}
        {value.dropped.map(({ id, name, reason }) => (
          <li key={id} class="dropped">
            <span class="place">–</span>
            <Icon name="cloud" />
            <strong>{name}</strong>
            <span class="faint">{reason}</span>
          </li>
        ))}
      </ol>
      {value.notes.map((note) => (
        <p key={note} class="faint">
          {note}
        </p>
      ))}
    </section>
  );
};
