import { setQuery } from '../router/address.ts';

/** Where one's own list is empty: those of the groups, which may have some. */
export const OfGroups = ({ groups }: { readonly groups: readonly string[] }) =>
  groups.length === 0 ? null : (
    <p class="actions">
      {groups.slice(0, 6).map((group) => (
        <button key={group} type="button" class="button" onClick={() => setQuery({ group }, { isStep: true })}>
          Those of group {group}
        </button>
      ))}
    </p>
  );
