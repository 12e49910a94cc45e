import type { DeploymentView } from '../../data/view.ts';
import { useTabInSight } from '../../parts/tab-in-sight.ts';
import { hasJobs, onlyJobs } from './head/stages.ts';

interface Tab {
  readonly id: string;
  readonly words: string;
  readonly count?: number | undefined;
}

/** Those that the user may open. */
export const tabsOf = (view: DeploymentView): readonly Tab[] => [
  { id: '', words: 'Topology' },
  { id: 'resources', words: 'Resources', count: view.resources.length },
  ...(hasJobs(view) ? [{ id: 'jobs', words: 'Jobs' }] : []),
  { id: 'outputs', words: 'Outputs' },
  { id: 'timeline', words: 'Timeline', count: view.events },
  ...(view.may.seeSecrets ? [{ id: 'log', words: 'Log' }] : []),
  { id: 'template', words: 'Template' },
  { id: 'versions', words: 'Versions' },
  ...(onlyJobs(view)
    ? []
    : [
        { id: 'checks', words: 'Checks', count: view.drift?.drifted },
        { id: 'runs', words: 'Runs' },
      ]),
  { id: 'attempts', words: 'Attempts', count: view.attempt?.number },
];

/** Links, since every tab has an address of its own. On a phone, the present one is moved into sight. */
export const Tabs = ({ view, tab }: { view: DeploymentView; tab: string }) => {
  const ref = useTabInSight([tab]);
  return (
    <nav class="tabs" aria-label="Deployment" ref={ref}>
      {tabsOf(view).map(({ id, words, count }) => (
        <a key={id} href={`deployments/${view.uuid}${id && `/${id}`}`} aria-current={id === tab ? 'page' : undefined}>
          {words}
          {count !== undefined && count > 0 && <span class="count">{count}</span>}
        </a>
      ))}
    </nav>
  );
};
