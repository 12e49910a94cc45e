import { useState } from 'preact/hooks';
import type { VersionItem } from '../../../../client/types.ts';
import { useRead } from '../../../data/read.ts';
import { service } from '../../../data/service.ts';
import { Awaited } from '../../../parts/notice.tsx';
import { PlainTable } from '../../../parts/plain-table.tsx';
import { Ago } from '../../../parts/time.tsx';
import { query, setQuery } from '../../../router/address.ts';
import type { TabProps } from '../tab-props.ts';
import { Comparison } from './comparison.tsx';
import { RollbackDialog } from './rollback-dialog.tsx';

/** Statuses in which the service takes an update. */
const updatable = ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_FAILED'];

/** Two numbers of the address, the older first: what is compared can be shared. */
const chosenIn = (text: string | null): readonly number[] =>
  [...new Set((text ?? '').split(',').map(Number))].filter((number) => number > 0).slice(-2);

/** The accepted templates with who, when and why: two of them side by side, and the way back to one. */
export const VersionsTab = ({ view, refresh }: TabProps) => {
  const { uuid, operation } = view;
  const [target, setTarget] = useState<VersionItem>();
  const { value, problem } = useRead(() => service.versions(uuid), [uuid, operation.id, view.status]);
  if (value === undefined) return <Awaited what="the versions" problem={problem} />;
  if (value.length === 0)
    return <p class="soft">It was made by a release that kept no versions: the next update begins with version 1.</p>;
  const isComparable = value.length > 1;
  const chosen = chosenIn(query.value.get('compare'));
  const toggle = (number: number): void => {
    const next = chosen.includes(number) ? chosen.filter((one) => one !== number) : [...chosen, number].slice(-2);
    setQuery({ compare: next.join(',') || undefined });
  };
  const [older, newer] = chosen.toSorted((one, other) => one - other);
  return (
    <>
      <p class="soft versions-note">
        {isComparable ? 'Choose two versions to see them side by side.' : 'There is one version so far.'}
      </p>
      <PlainTable
        heads={[...(isComparable ? ['Compare'] : []), 'Version', 'Accepted', 'By', 'Why', '']}
        unnamed="Go back"
      >
        {value.map((item) => (
          <Row
            key={item.number}
            item={item}
            isChosen={isComparable ? chosen.includes(item.number) : undefined}
            onToggle={() => toggle(item.number)}
            onBack={
              view.may.change && updatable.includes(view.status) && !item.inForce ? () => setTarget(item) : undefined
            }
          />
        ))}
      </PlainTable>
      {older !== undefined && newer !== undefined && <Comparison uuid={uuid} older={older} newer={newer} />}
      {target !== undefined && (
        <RollbackDialog view={view} to={target} onClose={() => setTarget(undefined)} onDone={refresh} />
      )}
    </>
  );
};

const kinds: { readonly [K in VersionItem['kind']]: string } = {
  CREATE: 'creation',
  UPDATE: 'update',
  DELETE: 'deletion',
};

interface RowProps {
  readonly item: VersionItem;
  /** undefined: there is nothing to compare it with */
  readonly isChosen: boolean | undefined;
  readonly onToggle: () => void;
  /** undefined: nobody can go back to it now */
  readonly onBack: (() => void) | undefined;
}

const Row = ({ item, isChosen, onToggle, onBack }: RowProps) => {
  const { number, kind, inForce, acceptedAt, requestedBy, message, restores } = item;
  return (
    <tr>
      {isChosen !== undefined && (
        <td>
          <input type="checkbox" aria-label={`Compare version ${number}`} checked={isChosen} onChange={onToggle} />
        </td>
      )}
      <th scope="row">
        <strong>{number}</strong> <span class="soft">{kinds[kind]}</span>{' '}
        {inForce && <span class="chip">in force</span>}
      </th>
      <td data-label="Accepted">
        <Ago at={acceptedAt} />
      </td>
      <td data-label="By">{requestedBy?.subject}</td>
      <td class="why" data-label="Why">
        {restores !== undefined && <p>back to version {restores}</p>}
        {message}
      </td>
      <td>
        {onBack !== undefined && (
          <button type="button" class="button small" aria-label={`Go back to version ${number}`} onClick={onBack}>
            Go back…
          </button>
        )}
      </td>
    </tr>
  );
};
