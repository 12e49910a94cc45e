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
import { isLedTo, type TeamTabId, teamPath, teamTabs } from './tabs.ts';
import { Webhooks } from './webhooks.tsx';

const bodies: { readonly [Id in TeamTabId]: ComponentType<TeamTabProps> } = {
  '': Approvals,
  offered: Offered,
  activity: Activity,
  quotas: Quotas,
  costs: Costs,
  drift: Drift,
  kept: Kept,
  webhooks: Webhooks,
  providers: ProviderStates,
  operations: Operations,
  moves: Moves,
  dependencies: Dependencies,
};

/** What concerns a team, and not one deployment. Each tab has an address of its own. */
const TeamPage = ({ parameters: { tab = '' } }: PageProps) => {
  const me = useRead(() => service.me(), []).value;
  const found = teamTabs.find(({ id }) => id === tab);
  const Body = found && bodies[found.id];
  const ref = useTabInSight([tab, me]);
  useTitle(found?.words, 'Team');
  return (
    <>
      <div class="page-head">
        <h1>Team</h1>
      </div>
      <nav class="tabs" aria-label="Team" ref={ref}>
        {teamTabs
          .filter((one) => one.id === tab || isLedTo(one, me))
          .map(({ id, words }) => (
            <a key={id} href={teamPath(id)} aria-current={id === tab ? 'page' : undefined}>
              {words}
            </a>
          ))}
      </nav>
      {Body === undefined ? (
        <Notice icon="search" title="There is no such page">
          <p>
            A team has no page <code>{tab}</code>.
          </p>
        </Notice>
      ) : (
        <Body key={tab} me={me} />
      )}
    </>
  );
};

export default TeamPage;
