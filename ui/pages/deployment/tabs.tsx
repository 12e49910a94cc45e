import type { DeploymentView } from '../../data/view.ts';
import { hasJobs } from './stages.ts';

interface Tab {
  readonly id: string;
  readonly words: string;
  readonly count?: number | undefined;
  /** only for those who may see secrets */
  readonly secret?: true;
}

const tabsOf = (view: DeploymentView): readonly Tab[] => [
  { id: '', words: 'Topology' },
  { id: 'resources', words: 'Resources', count: view.resources.length },
  ...(hasJobs(view) ? [{ id: 'jobs', words: 'Jobs' }] : []),
  { id: 'outputs', words: 'Outputs' },
  { id: 'timeline', words: 'Timeline', count: view.events },
  { id: 'log', words: 'Log', secret: true },
  { id: 'template', words: 'Template' },
  { id: 'attempts', words: 'Attempts', count: view.attempt?.number },
];

/** Links, since every tab has an address of its own. */
export const Tabs = ({ view, tab }: { view: DeploymentView; tab: string }) => (
  <nav class="tabs" aria-label="Deployment">
    {tabsOf(view)
      .filter(({ secret }) => secret === undefined || view.may.seeSecrets)
      .map(({ id, words, count }) => (
        <a key={id} href={`deployments/${view.uuid}${id && `/${id}`}`} aria-current={id === tab ? 'page' : undefined}>
          {words}
          {count !== undefined && count > 0 && <span class="count">{count}</span>}
        </a>
      ))}
  </nav>
);
