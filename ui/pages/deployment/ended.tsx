import type { TimelineEvent } from '../../../client/types.ts';
import { useLive } from '../../data/use-live.ts';
import type { DeploymentView } from '../../data/view.ts';
import { AllDeployments } from '../../parts/all-deployments.tsx';
import { Awaited, Notice } from '../../parts/notice.tsx';
import { useTitle } from '../../parts/title.ts';
import { Feed } from './timeline/feed.tsx';

const never = (): number => Number.POSITIVE_INFINITY;

/** What is left of a deployment that is gone: its name, if it was on the screen, and the timeline that the service keeps. */
export const Ended = ({ id, last }: { id: string; last: DeploymentView | undefined }) => {
  useTitle(last === undefined ? 'Deleted, or never there' : `${last.name} is deleted`);
  const { value, problem } = useLive<{ readonly content: readonly TimelineEvent[] }>(
    `/deployments/${encodeURIComponent(id)}/events?ended=true&size=200&sort=createdAt,asc`,
    never,
  );
  const events = value.value?.content ?? [];
  const known = last !== undefined || events.length > 0;
  const isUnknown = value.value !== undefined || problem.value?.name === 'NotFoundError';
  if (!known && !isUnknown) return <Awaited what="the deployment" problem={problem.value} />;
  return (
    <>
      <Notice
        isPage
        icon={known ? 'bin' : 'search'}
        title={known ? `${last?.name ?? 'This deployment'} is deleted` : 'Not found'}
      >
        <p>
          {known
            ? 'Everything that was made for it is gone.'
            : 'There is no such deployment, or it is not yours to see, or it was deleted long ago.'}
        </p>
        <p class="mono faint">{id}</p>
        <AllDeployments />
      </Notice>
      {events.length > 0 && problem.value === undefined && (
        <section class="card events ended" aria-label="What happened">
          <h2>What happened</h2>
          <Feed events={events} from={events[0]?.at ?? ''} />
        </section>
      )}
    </>
  );
};
