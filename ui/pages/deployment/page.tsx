import type { ComponentType } from 'preact';
import { useMemo } from 'preact/hooks';
import type { DeploymentView as Answered } from '../../../client/types.ts';
import { shownView } from '../../data/shown-view.ts';
import { useLive } from '../../data/use-live.ts';
import type { PageProps } from '../../pages.ts';
import { AllDeployments } from '../../parts/all-deployments.tsx';
import { later } from '../../parts/later.tsx';
import { Loading, Notice, Problem } from '../../parts/notice.tsx';
import { Reached } from '../../parts/reached.tsx';
import { useTitle } from '../../parts/title.ts';
import { operationState } from '../../states/tones.ts';
import { Cause } from './attempts/cause.tsx';
import { Head } from './head/head.tsx';
import { pauseOf } from './head/pace.ts';
import { Stages } from './head/stage-bar.tsx';
import { onlyJobs } from './head/stages.ts';
import { OverviewTab } from './overview/overview.tsx';
import type { TabProps } from './tab-props.ts';
import { Tabs } from './tabs.tsx';

/** A map, since any word may stand in an address: an object would also know `constructor`. */
const tabs: ReadonlyMap<string, ComponentType<TabProps>> = new Map<string, ComponentType<TabProps>>([
  ['', OverviewTab],
  ['resources', later<TabProps>('resources', async () => (await import('./resources/resources.tsx')).ResourcesTab)],
  ['jobs', later<TabProps>('jobs', async () => (await import('./jobs/jobs.tsx')).JobsTab)],
  ['outputs', later<TabProps>('outputs', async () => (await import('./outputs/outputs.tsx')).OutputsTab)],
  ['timeline', later<TabProps>('timeline', async () => (await import('./timeline/timeline.tsx')).TimelineTab)],
  ['log', later<TabProps>('log', async () => (await import('./log/log.tsx')).LogTab)],
  ['template', later<TabProps>('template', async () => (await import('./template/template.tsx')).TemplateTab)],
  ['versions', later<TabProps>('versions', async () => (await import('./versions/versions.tsx')).VersionsTab)],
  ['checks', later<TabProps>('checks', async () => (await import('./checks/checks.tsx')).ChecksTab)],
  ['runs', later<TabProps>('runs', async () => (await import('./runs/runs.tsx')).RunsTab)],
  ['attempts', later<TabProps>('attempts', async () => (await import('./attempts/attempts.tsx')).AttemptsTab)],
]);

/** Few deployments have it. */
const AtWork = later('operation', async () => (await import('./at-work.tsx')).AtWork);

const hasMore = ({ status, task, operation: { runs, moves }, remains }: TabProps['view']): boolean =>
  task === 'APPROVAL' || remains !== undefined || (status === 'UPDATE_IN_PROGRESS' && (runs ?? moves) !== undefined);

const Ended = later('deployment', async () => (await import('./ended.tsx')).Ended);

const DeploymentPage = ({ parameters: { id = '', tab = '', resource } }: PageProps) => {
  const { value, problem, reachedAt, refresh } = useLive<Answered>(
    `/deployments/${encodeURIComponent(id)}/view`,
    pauseOf,
  );
  const answered = value.value;
  const view = useMemo(() => answered && shownView(answered), [answered]);
  const failure = problem.value;
  useTitle(tab && wordOf(tab), view?.name, view && operationState(view, onlyJobs(view)).word);
  if (failure?.name === 'NotFoundError') return <Ended id={id} last={view} />;
  if (view === undefined) return failure === undefined ? <Loading what="the deployment" /> : <Unseen error={failure} />;
  const Tab = tabs.get(tab);
  return (
    <>
      <Head view={view} refresh={refresh} />
      <Reached problem={failure} at={reachedAt.value} />
      <Stages view={view} />
      {hasMore(view) && <AtWork view={view} tab={tab} />}
      <Cause view={view} />
      <Tabs view={view} tab={tab} />
      {Tab === undefined ? <NoTab name={tab} /> : <Tab view={view} refresh={refresh} resource={resource} />}
    </>
  );
};

const wordOf = (tab: string): string => `${tab.slice(0, 1).toUpperCase()}${tab.slice(1)}`;

const Unseen = ({ error }: { error: Parameters<typeof Problem>[0]['error'] }) => (
  <Problem error={error} isPage>
    <AllDeployments />
  </Problem>
);

const NoTab = ({ name }: { name: string }) => (
  <Notice icon="search" title="There is no such page">
    <p>
      A deployment has no page <code>{name}</code>.
    </p>
  </Notice>
);

export default DeploymentPage;
