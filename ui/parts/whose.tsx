import { setQuery } from '../router/address.ts';

interface WhoseProps {
  /** undefined: whatever the service lists without a group */
  readonly group: string | undefined;
  /** true: only what the caller has created */
  readonly mine: boolean;
  /** groups of which the caller is a member, as far as they are known */
  readonly groups: readonly string[];
}

/** Whose things a list shows; the address holds it. */
export const Whose = ({ group, mine, groups }: WhoseProps) => (
  <label class="whose">
    <span class="hidden">Whose</span>
    <select
      value={mine ? 'mine' : group === undefined ? '' : `group ${group}`}
      onChange={({ currentTarget: { value } }) =>
        setQuery({
          mine: value === 'mine' ? '1' : undefined,
          group: value.startsWith('group ') ? value.slice('group '.length) : undefined,
        })
      }
    >
      <option value="">All that I may see</option>
      <option value="mine">Mine</option>
      {[...new Set([...groups, ...(group === undefined ? [] : [group])])].map((name) => (
        <option key={name} value={`group ${name}`}>
          Group {name}
        </option>
      ))}
    </select>
  </label>
);
