import { Copy } from '../../parts/copy.tsx';
import { More } from '../../parts/more.tsx';
import { Awaited, Notice } from '../../parts/notice.tsx';
import { Reached } from '../../parts/reached.tsx';
import { type Column, SortedTable } from '../../parts/sorted.tsx';
import { Ago } from '../../parts/time.tsx';
import { Whose } from '../../parts/whose.tsx';
import { query } from '../../router/address.ts';
import { type KeptPart, keptOf } from './kept-parts.ts';
import type { TeamTabProps } from './tab-props.ts';
import { useList } from './use-list.ts';

/** Databases, disks and snapshots of deployments that have ended: nobody here pays attention to them any more, but they cost money. */
export const Kept = ({ me }: TeamTabProps) => {
  const { items, total, problem, reachedAt, onMore } = useList({ status: 'DELETE_COMPLETE' });
  const parts = items && keptOf(items);
  return (
    <>
      <search class="toolbar">
        <Whose group={query.value.get('group') ?? undefined} mine={query.value.get('mine') !== null} me={me} />
      </search>
      <Reached problem={problem} at={reachedAt} />
      {parts === undefined && <Awaited what="deployments that have ended" problem={problem} />}
      {parts !== undefined && parts.length > 0 && (
        <>
          <p class="soft section-words">
            They stand at their providers, and cost money, until somebody removes them there. Nothing here does.
          </p>
          <Table rows={parts} />
        </>
      )}
      {parts?.length === 0 && (
        <Notice icon="disk" title="Nothing is kept">
          <p>
            What a template keeps when its deployment is deleted (<code>on_deletion</code>) is listed here, as long as
            the installation keeps a record of the deployment.
          </p>
        </Notice>
      )}
      {items !== undefined && (
        <More
          loaded={items.length}
          total={total}
          what="deployments that have ended"
          command="toscanini ls --state deleted"
          onMore={onMore}
        />
      )}
    </>
  );
};

const nameOf = ({ of: { name, uuid } }: KeptPart): string => name ?? uuid;

const columns: readonly Column<KeptPart>[] = [
  { name: 'What', by: ({ part }) => part.node ?? part.type },
  { name: 'As', by: ({ part }) => part.as },
  { name: 'Id at the provider', by: ({ part }) => part.id },
  { name: 'Region', by: ({ part }) => part.region },
  { name: 'Of', by: nameOf },
  { name: 'Created by', by: ({ of }) => of.createdBy.subject },
  { name: 'Ended', by: ({ of }) => of.ending?.time },
];

const Table = ({ rows }: { readonly rows: readonly KeptPart[] }) => (
  <SortedTable columns={columns} rows={rows}>
    {(row) => <Row key={`${row.of.uuid} ${row.part.type} ${row.part.id}`} row={row} />}
  </SortedTable>
);

const Row = ({ row }: { readonly row: KeptPart }) => {
  const { node, type, id, region, as } = row.part;
  const { uuid, userGroup, createdBy, ending } = row.of;
  return (
    <tr>
      <th scope="row">
        {node ?? 'left out by an update'}
        <p class="faint mono">{type}</p>
      </th>
      <td data-label="As">{as === 'snapshot' ? 'a snapshot of it' : 'itself'}</td>
      <td data-label="Id at the provider" class="mono">
        {id} <Copy text={id} what="the id at the provider" />
      </td>
      <td data-label="Region">{region}</td>
      <td data-label="Of">
        <a href={`deployments/${uuid}`}>{nameOf(row)}</a>
        {userGroup !== undefined && <p class="faint">{userGroup}</p>}
      </td>
      <td data-label="Created by" title={createdBy.issuer}>
        {createdBy.subject}
      </td>
      <td data-label="Ended" class="nowrap">
        {ending !== undefined && <Ago at={ending.time} />}
      </td>
    </tr>
  );
};
