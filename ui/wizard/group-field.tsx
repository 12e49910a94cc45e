import { useRead } from '../data/read.ts';
import { service } from '../data/service.ts';
import { useUniqueId } from '../parts/unique-id.ts';

interface GroupFieldProps {
  /** empty: none */
  readonly group: string;
  readonly onChange: (group: string) => void;
}

/**
 * The group that a deployment is for. Users choose one of theirs; administrators may name any, and where tokens say nothing
 * of groups only the user knows.
 */
export const GroupField = ({ group, onChange }: GroupFieldProps) => {
  const id = useUniqueId();
  const { value: me } = useRead(() => service.me(), []);
  const own = me?.groups ?? [];
  const mayNameAny = me !== undefined && (me.administrator || me.groups === undefined);
  return (
    <div class="field">
      <label for={id}>Group</label>
      {mayNameAny ? (
        <>
          <input
            id={id}
            class="input"
            list={`${id}-groups`}
            value={group}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
          <datalist id={`${id}-groups`}>
            {own.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      ) : (
        <select id={id} value={group} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          <option value="">none: only you see it</option>
          {[...new Set([...own, ...(group === '' ? [] : [group])])].map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
      <span class="form-help">its members see the deployment, but no secrets</span>
    </div>
  );
};
