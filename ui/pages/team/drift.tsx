import type { DeploymentItem } from '../../../client/types.ts';
import { Badge } from '../../parts/badge.tsx';
import { More } from '../../parts/more.tsx';
import { Awaited, Notice } from '../../parts/notice.tsx';
import { Reached } from '../../parts/reached.tsx';
import { type Column, SortedTable } from '../../parts/sorted.tsx';
import { Ago } from '../../parts/time.tsx';
import { Whose } from '../../parts/whose.tsx';
import { query } from '../../router/address.ts';
import { deploymentState, runsJobs } from '../../states/tones.ts';
import type { TeamTabProps } from './tab-props.ts';
import { useList } from './use-list.ts';

const driftedIn = ({ drift }: DeploymentItem): number => drift?.drifted ?? 0;

/** Deployments of which a check has found that they are not as they were asked for. */
export const Drift = ({ me }: TeamTabProps) => {
  const { items, total, problem, reachedAt, onMore } = useList({ drift: 'true', sort: 'createdAt,desc' });
  const rows = items?.filter((item) => driftedIn(item) > 0) ?? [];
  return (
    <>
      <search class="toolbar">
        <Whose group={query.value.get('group') ?? undefined} mine={query.value.get('mine') !== null} me={me} />
        {items !== undefined && (
          <span class="soft">
            {rows.length} of {items.length} {items.length === 1 ? 'deployment has' : 'deployments have'} drifted
          </span>
        )}
      </search>
      <Reached problem={problem} at={reachedAt} />
      {items === undefined && <Awaited what="deployments" problem={problem} />}
      {rows.length > 0 && <Table rows={rows} />}
      {items !== undefined && rows.length === 0 && (
        <Notice icon="tick" title="Nothing has drifted">
          <p>Checks compare what stands with what was asked for, each day or when somebody asks for one.</p>
        </Notice>
      )}
      {items !== undefined && (
        <More loaded={items.length} total={total} what="deployments" command="toscanini ls" onMore={onMore} />
      )}
    </>
  );
};

const columns: readonly Column<DeploymentItem>[] = [
  { name: 'Deployment', by: ({ name, uuid }) => name ?? uuid },
  { name: 'Drifted', by: driftedIn },
  { name: 'Since', by: ({ drift }) => drift?.since },
  { name: 'State', by: ({ status }) => status },
  { name: 'Provider', by: ({ providerName, cloudProviderName }) => providerName ?? cloudProviderName },
  { name: 'Group', by: ({ userGroup }) => userGroup },
  { name: 'Created by', by: ({ createdBy }) => createdBy.subject },
];

const Table = ({ rows }: { readonly rows: readonly DeploymentItem[] }) => (
  <SortedTable columns={columns} rows={rows}>
    {(item) => {
      const { uuid, name = uuid, drift, status, providerName, cloudProviderName, userGroup, createdBy } = item;
      return (
        <tr key={uuid}>
          <th scope="row">
            <a href={`deployments/${uuid}/checks`}>{name}</a>
          </th>
          <td data-label="Drifted" class="tabular">
            <strong class="attempt">{driftedIn(item)}</strong> of {drift?.of}
          </td>
          <td data-label="Since">{drift !== undefined && <Ago at={drift.since} />}</td>
          <td data-label="State">
            <Badge state={deploymentState(status, runsJobs(item))} said={status} />
          </td>
          <td data-label="Provider">{providerName ?? cloudProviderName}</td>
          <td data-label="Group">{userGroup}</td>
          <td data-label="Created by" title={createdBy.issuer}>
            {createdBy.subject}
          </td>
        </tr>
      );
    }}
  </SortedTable>
);
