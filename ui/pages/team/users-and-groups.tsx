import { useState } from 'preact/hooks';
import { limitWords } from '../../../client/quota-words.ts';
import type { DeploymentItem, QuotaUse } from '../../../client/types.ts';
import type { PageOf } from '../../data/page-of.ts';
import { useLive, useReadAgain } from '../../data/use-live.ts';
import { Awaited } from '../../parts/notice.tsx';
import { PlainTable } from '../../parts/plain-table.tsx';
import { type Owner, ownersOf, quotasAddress } from './owners.ts';
import { UseBar } from './use-bar.tsx';

/** The newest deployments, whose users and groups are shown. */
const looked = 500;

const rowsAtFirst = 25;

const pause = (): number => 60_000;

/** The list tells when the use of a row may have changed, so rows ask then, and else seldom: each request counts as one of the caller's. */
const pauseOfRow = (): number => 10 * 60_000;

/** Use against quota of every user and group that has deployed something lately. */
export const UsersAndGroups = () => {
  const { value, problem } = useLive<PageOf<DeploymentItem>>(`/deployments?size=${looked}&sort=createdAt,desc`, pause);
  const [rows, setRows] = useState(rowsAtFirst);
  const list = value.value;
  if (list === undefined) return <Awaited what="users and groups" problem={problem.value} />;
  const owners = ownersOf(list.content);
  const { totalElements } = list.page;
  return (
    <section aria-label="Users and groups">
      <h2 class="section-head">Users and groups</h2>
      <p class="soft section-words">
        {totalElements > looked
          ? `Those of the newest ${looked} of ${totalElements} deployments. toscanini quota --by and --group show any other.`
          : 'Those that have deployments.'}
      </p>
      {owners.length > 0 && (
        <PlainTable heads={['Whose', 'Deployments', 'Use against quota']}>
          {owners.slice(0, rows).map((owner) => (
            <OwnerRow key={`${owner.of} ${owner.name} ${owner.issuer}`} owner={owner} />
          ))}
        </PlainTable>
      )}
      {owners.length > rows && (
        <p class="more">
          {rows} of {owners.length} are shown.
          <button type="button" class="button small" onClick={() => setRows(rows + rowsAtFirst)}>
            Show more
          </button>
        </p>
      )}
    </section>
  );
};

const OwnerRow = ({ owner }: { readonly owner: Owner }) => {
  const { of, name, issuer, deployments, version } = owner;
  const { value, problem } = useReadAgain<{ readonly quotas: readonly QuotaUse[] }>(
    quotasAddress(owner),
    version,
    pauseOfRow,
  );
  const quotas = value.value?.quotas;
  return (
    <tr>
      <th scope="row" title={issuer}>
        {of === 'group' ? <a href={`deployments?group=${encodeURIComponent(name)}`}>group {name}</a> : name}
      </th>
      <td data-label="Deployments" class="tabular">
        {deployments}
      </td>
      <td data-label="Use against quota">
        {quotas === undefined && <span class="faint">{problem.value?.message ?? '…'}</span>}
        {quotas?.length === 0 && <span class="faint">no quota</span>}
        {quotas?.map((quota) => (
          <p key={quota.limit} class="tabular">
            <UseBar quota={quota} /> {quota.used} of {quota.most} {limitWords[quota.limit] ?? quota.limit}
          </p>
        ))}
      </td>
    </tr>
  );
};
