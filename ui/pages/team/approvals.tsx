import { dollars } from '../../../client/money.ts';
import type { Approval } from '../../../client/types.ts';
import { useLive } from '../../data/use-live.ts';
import { Badge } from '../../parts/badge.tsx';
import { Awaited, Notice } from '../../parts/notice.tsx';
import { Reached } from '../../parts/reached.tsx';
import { type Column, SortedTable } from '../../parts/sorted.tsx';
import { approvalState, nameOf, requesterOf } from '../approval/approval-words.ts';
import { Until } from '../approval/until.tsx';

/** Milliseconds: somebody waits for each of them. */
const pause = (): number => 15_000;

/** What waits for the user, and what the user has asked for. */
export const Approvals = () => {
  const { value, problem, reachedAt } = useLive<{ readonly approvals: readonly Approval[] }>('/approvals', pause);
  const all = value.value?.approvals;
  if (all === undefined) return <Awaited what="approvals" problem={problem.value} />;
  return (
    <>
      <Reached problem={problem.value} at={reachedAt.value} />
      {all.length === 0 ? (
        <Notice icon="tick" title="Nothing waits for an approval">
          <p>
            Rules of the operator say which plans have to be approved, and by which group. What you may approve, and
            what you have asked for, stands here.
          </p>
        </Notice>
      ) : (
        <Table rows={all} />
      )}
    </>
  );
};

const columns: readonly Column<Approval>[] = [
  { name: 'Deployment', by: nameOf },
  { name: 'State', by: ({ state }) => state },
  { name: 'Asked by', by: (one) => requesterOf(one).subject },
  { name: 'Why it needs one', by: ({ rules }) => rules[0]?.rule },
  { name: 'An hour', by: ({ hourly }) => hourly },
  { name: 'Until', by: ({ expiresAt }) => expiresAt },
];

const Table = ({ rows }: { readonly rows: readonly Approval[] }) => (
  <SortedTable columns={columns} rows={rows}>
    {(one) => <Row key={one.operation} one={one} />}
  </SortedTable>
);

const Row = ({ one }: { readonly one: Approval }) => {
  const { deployment, state, rules, hourly, expiresAt } = one;
  const { subject, issuer } = requesterOf(one);
  return (
    <tr>
      <th scope="row">
        <a class="row-link" href={`team/approvals/${deployment.uuid}`}>
          {nameOf(one)}
        </a>
        {deployment.userGroup !== undefined && <p class="faint">{deployment.userGroup}</p>}
      </th>
      <td data-label="State">
        <Badge state={approvalState(state)} said={state} />
      </td>
      <td data-label="Asked by" title={issuer}>
        {subject}
      </td>
      <td data-label="Why it needs one" class="long">
        {rules.map(({ rule, message, approvers }) => (
          <p key={rule}>
            {message} <span class="faint">({approvers.join(', ')})</span>
          </p>
        ))}
      </td>
      <td data-label="An hour" class="tabular">
        {hourly === undefined ? <span class="faint">not known</span> : dollars(hourly)}
      </td>
      <td data-label="Until" class="nowrap">
        <Until at={expiresAt} />
      </td>
    </tr>
  );
};
