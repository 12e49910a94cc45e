import { limitWords, whoseQuota } from '../../../client/quota-words.ts';
import type { QuotaUse } from '../../../client/types.ts';
import { useLive } from '../../data/use-live.ts';
import { Awaited, Notice } from '../../parts/notice.tsx';
import { Reached } from '../../parts/reached.tsx';
import { type Column, SortedTable } from '../../parts/sorted.tsx';
import type { TeamTabProps } from './tab-props.ts';
import { UseBar } from './use-bar.tsx';
import { UsersAndGroups } from './users-and-groups.tsx';

/** Milliseconds: what is used changes with each operation of the group. */
const pause = (): number => 30_000;

/** What is used of the quotas of the user, of the user's groups and of all; for administrators also of each user and group. */
export const Quotas = ({ me }: TeamTabProps) => {
  const { value, problem, reachedAt } = useLive<{ readonly quotas: readonly QuotaUse[] }>('/quotas', pause);
  const quotas = value.value?.quotas;
  if (quotas === undefined) return <Awaited what="quotas" problem={problem.value} />;
  return (
    <>
      <Reached problem={problem.value} at={reachedAt.value} />
      {quotas.length === 0 ? (
        <Notice icon="info" title="No quota limits you">
          <p>The operator has set none for you, for your groups, or for the installation.</p>
        </Notice>
      ) : (
        <Table quotas={quotas} />
      )}
      {me?.administrator === true && <UsersAndGroups />}
    </>
  );
};

const columns: readonly Column<QuotaUse>[] = [
  { name: 'Whose', by: whoseQuota },
  { name: 'What', by: ({ limit }) => limitWords[limit] },
  { name: 'Used', by: ({ used, most }) => (most === 0 ? 1 : used / most) },
  { name: 'Limit', by: ({ most }) => most },
  { name: 'Left', by: ({ left }) => left },
];

const Table = ({ quotas }: { readonly quotas: readonly QuotaUse[] }) => (
  <SortedTable columns={columns} rows={quotas}>
    {(quota) => {
      const { of, name, limit, used, most, left } = quota;
      return (
        <tr key={`${of} ${name} ${limit}`}>
          <th scope="row" title={name}>
            {of === 'user' ? 'you' : whoseQuota(quota)}
          </th>
          <td data-label="What">{limitWords[limit] ?? limit}</td>
          <td data-label="Used" class="tabular">
            <UseBar quota={quota} /> {used}
          </td>
          <td data-label="Limit" class="tabular">
            {most}
          </td>
          <td data-label="Left" class="tabular">
            {left === 0 ? <strong class="attempt">none</strong> : left}
          </td>
        </tr>
      );
    }}
  </SortedTable>
);
