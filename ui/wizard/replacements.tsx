import type { UpdatePlan } from '../../client/types.ts';
import { Icon } from '../parts/icon.tsx';

type Changes = UpdatePlan['changes'];

/**
 * Nodes that the service would replace if the request allowed it. A refusal says so in the words of the request:
 * `with "replace": ["web"] in the request`.
 */
export const replaceable = (changes: Changes): readonly string[] => [
  ...new Set(
    changes
      .filter(({ how }) => how === 'refused')
      .flatMap(({ why = '' }) => namesIn(/^\[[^\]]*\]/.exec(why.split('"replace": ')[1] ?? '')?.[0])),
  ),
];

const namesIn = (list: string | undefined): readonly string[] => {
  if (list === undefined) return [];
  const names: unknown = JSON.parse(list);
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
};

interface ReplacementsProps {
  /** nodes that a plan would replace, if that was allowed */
  readonly offered: readonly string[];
  readonly allowed: readonly string[];
  readonly onChange: (allowed: readonly string[]) => void;
  /** true: the plan follows by itself */
  readonly isLive?: boolean;
}

/** What cannot be changed on an existing machine needs a new one: that is allowed node by node, and said in full. */
export const Replacements = ({ offered, allowed, onChange, isLive = false }: ReplacementsProps) => {
  const nodes = [...new Set([...allowed, ...offered])];
  if (nodes.length === 0) return null;
  const toggle = (node: string): void =>
    onChange(allowed.includes(node) ? allowed.filter((one) => one !== node) : [...allowed, node]);
  return (
    <fieldset class="replacements">
      <legend>
        <Icon name="warning" size={14} /> What may be replaced
      </legend>
      <p>A machine that is replaced is removed with all its data, and a new one is made.</p>
      {nodes.map((node) => (
        <label key={node}>
          <input type="checkbox" checked={allowed.includes(node)} onChange={() => toggle(node)} />
          <span>
            Replace <strong>{node}</strong>
          </span>
        </label>
      ))}
      {offered.length > 0 && !isLive && <p class="soft">Then plan again.</p>}
    </fieldset>
  );
};
