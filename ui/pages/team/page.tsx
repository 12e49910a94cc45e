import type { ComponentType } from 'preact';
import { useRead } from '../../data/read.ts';
import { service } from '../../data/service.ts';
import type { PageProps } from '../../pages.ts';
import { Notice } from '../../parts/notice.tsx';
import { useTabInSight } from '../../parts/tab-in-sight.ts';
import { useTitle } from '../../parts/title.ts';
import { Activity } from './activity.tsx';
import { Approvals } from './approvals.tsx';
import { Costs } from './costs.tsx';
import { Dependencies } from './dependencies.tsx';
import { Drift } from './drift.tsx';
import { Kept } from './kept.tsx';
import { Moves } from './moves.tsx';
import { Offered } from './offered.tsx';
import { Operations } from './operations.tsx';
import { ProviderStates } from './providers.tsx';
import { Quotas } from './quotas.tsx';
import type { TeamTabProps } from './tab-props.ts';

interface Tab {
  readonly id: string;
  readonly words: string;
  /** others are not led there: the service would refuse it */
  readonly forAdministrators?: true;
  readonly Body: ComponentType<TeamTabProps>;
}

const tabs: readonly Tab[] = [
  { id: '', words: 'Approvals', Body: Approvals },
  { id: 'offered', words: 'Offered', Body: Offered },
  { id: 'activity', words: 'Activity', Body: Activity },
  { id: 'quotas', words: 'Quotas', Body: Quotas },
  { id: 'costs', words: 'Costs', Body: Costs },
  { id: 'drift', words: 'Drift', Body: Drift },
  { id: 'kept', words: 'Kept data', Body: Kept },
  { id: 'providers', words: 'Providers', forAdministrators: true, Body: ProviderStates },
  { id: 'operations', words: 'Operations', forAdministrators: true, Body: Operations },
  { id: 'moves', words: 'Moves', forAdministrators: true, Body: Moves },
  { id: 'dependencies', words: 'Dependencies', forAdministrators: true, Body: Dependencies },
];

/** What concerns a team, and not one deployment. Each tab has an address of its own. */
const TeamPage = ({ parameters: { tab = '' } }: PageProps) => {
  const me = useRead(() => service.me(), []).value;
  const found = tabs.find(({ id }) => id === tab);
  const ref = useTabInSight([tab, me]);
  useTitle(found?.words, 'Team');
  return (
    <>
      <div class="page-head">
        <h1>Team</h1>
      </div>
      <nav class="tabs" aria-label="Team" ref={ref}>
        {tabs
          .filter((one) => one.id === tab || !one.forAdministrators || me?.administrator)
          .map(({ id, words }) => (
            <a key={id} href={`team${id && `/${id}`}`} aria-current={id === tab ? 'page' : undefined}>
              {words}
            </a>
          ))}
      </nav>
      {found === undefined ? (
        <Notice icon="search" title="There is no such page">
          <p>
            A team has no page <code>{tab}</code>.
          </p>
        </Notice>
      ) : (
        <found.Body key={tab} me={me} />
      )}
    </>
  );
};

export default TeamPage;
