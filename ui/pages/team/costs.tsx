import { dollars, isUnknown, withoutPrice } from '../../../client/money.ts';
import type { CostList } from '../../../client/types.ts';
import { useLive } from '../../data/use-live.ts';
import { Awaited, Notice } from '../../parts/notice.tsx';
import { Reached } from '../../parts/reached.tsx';
import { type Column, SortedTable } from '../../parts/sorted.tsx';
import type { TeamTabProps } from './tab-props.ts';

type Group = CostList['groups'][number];

/** Milliseconds: what stands changes with each operation. */
const pause = (): number => 60_000;

/** What the deployments of each group cost; administrators see those of everybody. */
export const Costs = ({ me }: TeamTabProps) => {
  const { value, problem, reachedAt } = useLive<CostList>('/costs', pause);
  const costs = value.value;
  if (costs === undefined) return <Awaited what="costs" problem={problem.value} />;
  return (
    <>
      <Reached problem={problem.value} at={reachedAt.value} />
      {costs.groups.length === 0 ? (
        <Notice icon="info" title="Nothing stands">
          <p>
            What {me?.administrator ? 'all deployments' : 'your deployments and those of your groups'} cost is shown
            here, at list prices.
          </p>
        </Notice>
      ) : (
        <Table groups={costs.groups} />
      )}
      <p class="faint">
        At the list prices of the plans that were carried out, while all of it runs.
        {costs.incomplete && ' There are more than 5,000 deployments: the oldest ones are not counted.'}
      </p>
    </>
  );
};

const nameOf = ({ group }: Group): string => group ?? 'no group';

const columns: readonly Column<Group>[] = [
  { name: 'Group', by: nameOf },
  { name: 'Deployments', by: ({ deployments }) => deployments },
  { name: 'An hour', by: ({ hourly }) => hourly },
  { name: 'A month', by: ({ monthly }) => monthly },
  { name: 'Not known', by: ({ unpriced }) => unpriced },
];

const Table = ({ groups }: { readonly groups: readonly Group[] }) => (
  <SortedTable columns={columns} rows={groups}>
    {(one) => (
      <tr key={`${one.issuer} ${one.group}`}>
        <th scope="row" title={one.issuer}>
          {nameOf(one)}
        </th>
        <td data-label="Deployments" class="tabular">
          {one.deployments}
        </td>
        <td data-label="An hour" class="tabular">
          {isUnknown(one) ? <None /> : dollars(one.hourly)}
        </td>
        <td data-label="A month" class="tabular">
          {isUnknown(one) ? <None /> : dollars(one.monthly)}
        </td>
        <td data-label="Not known">{missing(one)}</td>
      </tr>
    )}
  </SortedTable>
);

const missing = ({ unpriced, partial }: Group) =>
  unpriced > 0 ? withoutPrice(unpriced) : partial ? 'some parts have no known price' : <None />;

const None = () => <span class="faint">–</span>;
