import type { ComponentType } from 'preact';
import { useLive } from '../../data/use-live.ts';
import type { DeploymentView } from '../../data/view.ts';
import type { PageProps } from '../../pages.ts';
import { AllDeployments } from '../../parts/all-deployments.tsx';
import { later } from '../../parts/later.tsx';
import { Loading, Notice, Problem } from '../../parts/notice.tsx';
import { Reached } from '../../parts/reached.tsx';
import { useTitle } from '../../parts/title.ts';
import { deploymentState } from '../../states/tones.ts';
import { Cause } from './cause.tsx';
import { Ended } from './ended.tsx';
import { Head } from './head.tsx';
import { JobsTab } from './jobs.tsx';
import { OutputsTab } from './outputs.tsx';
import { OverviewTab } from './overview.tsx';
import { pauseOf } from './pace.ts';
import { ResourcesTab } from './resources.tsx';
import { Stages } from './stage-bar.tsx';
import { Tabs } from './tabs.tsx';
import { TemplateTab } from './template.tsx';
import { TimelineTab } from './timeline.tsx';

export interface TabProps {
  readonly view: DeploymentView;
  /** Asks for the view at once, such as after a change. */
  readonly refresh: () => void;
  /** id of a resource, from the address */
  readonly resource: string | undefined;
}

/** A map, since any word may stand in an address: an object would also know `constructor`. */
const tabs: ReadonlyMap<string, ComponentType<TabProps>> = new Map<string, ComponentType<TabProps>>([
  ['', OverviewTab],
  ['resources', ResourcesTab],
  ['jobs', JobsTab],
  ['outputs', OutputsTab],
  ['timeline', TimelineTab],
  ['log', later<TabProps>('log', async () => (await import('./log.tsx')).LogTab)],
  ['template', TemplateTab],
  ['attempts', later<TabProps>('attempts', async () => (await import('./attempts.tsx')).AttemptsTab)],
]);

const DeploymentPage = ({ parameters: { id = '', tab = '', resource } }: PageProps) => {
  const { value, problem, reachedAt, refresh } = useLive<DeploymentView>(
    `/deployments/${encodeURIComponent(id)}/view`,
    pauseOf,
  );
  const view = value.value;
  const failure = problem.value;
  useTitle(tab && wordOf(tab), view?.name, view && deploymentState(view.status).word);
  if (failure?.name === 'NotFoundError') return <Ended id={id} last={view} />;
  if (view === undefined) return failure === undefined ? <Loading what="the deployment" /> : <Unseen error={failure} />;
  const Tab = tabs.get(tab);
  return (
    <>
      <Head view={view} refresh={refresh} />
      <Reached problem={failure} at={reachedAt.value} />
      <Stages view={view} />
      <Cause view={view} />
      <Tabs view={view} tab={tab} />
      {Tab === undefined ? <NoTab name={tab} /> : <Tab view={view} refresh={refresh} resource={resource} />}
    </>
  );
};

const wordOf = (tab: string): string => `${tab.slice(0, 1).toUpperCase()}${tab.slice(1)}`;

const Unseen = ({ error }: { error: Parameters<typeof Problem>[0]['error'] }) => (
  <Problem error={error}>
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
