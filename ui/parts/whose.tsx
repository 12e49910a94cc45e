import type { Me } from '../../client/types.ts';
import { setQuery } from '../router/address.ts';

interface WhoseProps {
  /** undefined: whatever the service lists without a group */
  readonly group: string | undefined;
  /** true: only what the caller has created */
  readonly mine: boolean;
  /** the caller; undefined: not known yet */
  readonly me: Me | undefined;
  /** what the list has without a group; as a rule only what is one's own, unless one administers */
  readonly all?: string;
}

/** Whose things a list shows; the address holds it. Without a group, only administrators see things of others. */
export const Whose = ({ group, mine, me, all = 'Mine' }: WhoseProps) => (
  <label class="whose">
    <span class="hidden">Whose</span>
    <select
      value={mine && me?.administrator ? 'mine' : group === undefined ? '' : `group ${group}`}
      onChange={({ currentTarget: { value } }) =>
        setQuery(
          {
            mine: value === 'mine' ? '1' : undefined,
            group: value.startsWith('group ') ? value.slice('group '.length) : undefined,
          },
          { isStep: true },
        )
      }
    >
      <option value="">{me?.administrator ? 'Everybody’s' : all}</option>
      {me?.administrator && <option value="mine">Mine</option>}
      {[...new Set([...(me?.groups ?? []), ...(group === undefined ? [] : [group])])].map((name) => (
        <option key={name} value={`group ${name}`}>
          Group {name}
        </option>
      ))}
    </select>
  </label>
);
