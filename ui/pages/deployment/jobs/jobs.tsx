import { collected } from '../../../../client/pages.ts';
import { useRead } from '../../../data/read.ts';
import { service } from '../../../data/service.ts';
import type { DeploymentView, ViewResource } from '../../../data/view.ts';
import { Badge } from '../../../parts/badge.tsx';
import { Copy } from '../../../parts/copy.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Awaited, Notice } from '../../../parts/notice.tsx';
import { type Column, SortHeads, sorted } from '../../../parts/sorted.tsx';
import { Elapsed } from '../../../parts/time.tsx';
import { nodeState, tones } from '../../../states/tones.ts';
import { useEvents } from '../data.ts';
import type { TabProps } from '../tab-props.ts';
import type { Job, Progress } from './job.ts';
import { jobsOf } from './jobs-of.ts';

/** What each job does, in the words of AWS Batch. */
export const JobsTab = ({ view }: TabProps) => {
  const { uuid, nodes = [], resources } = view;
  const isJob = new Set(nodes.filter(({ kind }) => kind === 'job').map(({ name }) => name));
  const { value, problem } = useRead(() => recordsOf(uuid), [uuid, view.changedAt]);
  const { value: events, problem: another } = useEvents(view);
  if (value === undefined || events === undefined) return <Awaited what="the jobs" problem={problem ?? another} />;
  const rows = resources.filter(({ node }) => isJob.has(node));
  const jobs = jobsOf(rows, value, events);
  const shown = rows.map((resource) => ({ resource, job: jobs.get(resource.id) }));
  if (rows.length === 0)
    return (
      <Notice icon="play" title="No job is there yet">
        <p>Jobs appear here as soon as a provider is found that runs them.</p>
      </Notice>
    );
  return (
    <div class="card table-card scroll">
      <table class="jobs cards">
        <SortHeads columns={columns} />
        <tbody>
          {sorted(shown, columns).map(({ resource, job }) => (
            <Row key={resource.id} view={view} resource={resource} job={job} />
          ))}
        </tbody>
      </table>
    </div>
  );
};

type Shown = Pick<RowProps, 'resource' | 'job'>;

/** Milliseconds; undefined: it has not begun. */
const between = (from: string | undefined, to: string | undefined): number | undefined =>
  from === undefined ? undefined : (to === undefined ? Date.now() : Date.parse(to)) - Date.parse(from);

const columns: readonly Column<Shown>[] = [
  { name: 'Job', by: ({ resource }) => resource.node },
  { name: 'State', by: ({ resource, job }) => tones.indexOf((job?.state ?? nodeState(resource.state, 'job')).tone) },
  { name: 'In the queue', by: ({ job }) => between(job?.queuedAt, job?.startedAt ?? job?.endedAt) },
  { name: 'Ran', by: ({ job }) => between(job?.startedAt, job?.endedAt) },
  { name: 'Exit code', by: ({ job }) => job?.exitCode },
  { name: 'Size', by: ({ job }) => job?.size },
  { name: '' },
];

/** What Batch says now, as JSON by resource; it is gone once an attempt is given up. */
const recordsOf = async (uuid: string): Promise<ReadonlyMap<string, string>> => {
  const all = await collected(service.resources(uuid));
  return new Map(all.flatMap(({ uuid: id, metadata: { Job: job } }) => (job === undefined ? [] : [[id, job]])));
};

interface RowProps {
  readonly view: DeploymentView;
  readonly resource: ViewResource;
  readonly job: Job | undefined;
}

const Row = ({ view: { uuid, may }, resource, job }: RowProps) => (
  <tr>
    <th scope="row">
      <a href={`deployments/${uuid}/resources/${resource.id}`}>{resource.node}</a>
      {job !== undefined && <Command job={job} />}
    </th>
    <td data-label="State">
      {job === undefined ? (
        <Badge state={nodeState(resource.state, 'job')} said={resource.state} />
      ) : (
        <Badge state={job.state} said={job.said} />
      )}
      {job?.array !== undefined && <ArrayBar progress={job.array} />}
      {job?.why !== undefined && <p class="reason">{job.why}</p>}
    </td>
    <td class="nowrap soft" data-label="In the queue">
      {job && <Waited job={job} />}
    </td>
    <td class="nowrap" data-label="Ran">
      {job?.startedAt === undefined ? <None /> : <Elapsed from={job.startedAt} to={job.endedAt} />}
      {job !== undefined && job.repeats > 0 && (
        <span class="faint"> {job.repeats === 1 ? '1 repeat' : `${job.repeats} repeats`}</span>
      )}
    </td>
    <td class="mono" data-label="Exit code">
      {job?.exitCode ?? <None />}
    </td>
    <td class="soft" data-label="Size">
      {job?.size}
    </td>
    <td>
      {may.seeSecrets && (
        <a
          class="button small"
          href={`deployments/${uuid}/log?q=${encodeURIComponent(logTitle(resource.node, job))}`}
          aria-label={`Log of ${resource.node}`}
        >
          <Icon name="lines" size={14} /> Log
        </a>
      )}
    </td>
  </tr>
);

/** What the log says before the output of a job; that of the parts of an array is not copied. */
const logTitle = (node: string, job: Job | undefined): string =>
  job?.array === undefined ? `output of job ${node}` : `job ${node}`;

const None = () => <span class="faint">–</span>;

const Waited = ({ job: { queuedAt, startedAt, endedAt, queue } }: { readonly job: Job }) =>
  queuedAt === undefined ? (
    <None />
  ) : (
    <>
      <Elapsed from={queuedAt} to={startedAt ?? endedAt} />
      {queue !== undefined && <span class="faint"> {queue}</span>}
    </>
  );

const ArrayBar = ({ progress: { size, ended, counts } }: { readonly progress: Progress }) => (
  <span class="resource-bar" title={counts.map(([tone, count]) => `${count} ${words[tone] ?? tone}`).join(', ')}>
    <span class="bar" aria-hidden="true">
      {counts.map(([tone, count]) => (
        <span key={tone} class={`tone-${tone}`} style={{ flexGrow: count }} />
      ))}
    </span>
    <span class="numbers">
      {ended}/{size}
    </span>
    <span class="hidden">parts have ended</span>
  </span>
);

const words: { readonly [tone: string]: string } = {
  running: 'succeeded',
  failed: 'failed',
  working: 'running',
  waiting: 'waiting',
};

const Command = ({ job: { id, image, command } }: { readonly job: Job }) => (
  <details class="job-command">
    <summary class="faint">what runs</summary>
    <p class="mono">
      {id} <Copy text={id} what="the id of the job" />
    </p>
    {image !== undefined && <p class="mono">{image}</p>}
    {command !== undefined && <pre class="mono">{command}</pre>}
  </details>
);
