import type { Me } from '../../../client/types.ts';
import { Icon, ToneIcon } from '../../parts/icon.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { Whose } from '../../parts/whose.tsx';
import { setQuery } from '../../router/address.ts';
import type { Tone } from '../../states/tones.ts';
import { type Filters, type StateGroup, stateGroups } from './filters.ts';

const chips: { readonly [G in StateGroup]: { readonly words: string; readonly tone?: Tone } } = {
  all: { words: 'All' },
  working: { words: 'Working', tone: 'working' },
  running: { words: 'Running', tone: 'running' },
  failed: { words: 'Failed', tone: 'failed' },
};

interface ToolbarProps {
  readonly filters: Filters;
  readonly counts: { readonly [G in StateGroup]: string } | undefined;
  /** the caller; undefined: not known yet */
  readonly me: Me | undefined;
}

export const Toolbar = ({ filters, counts, me }: ToolbarProps) => (
  <search class="toolbar">
    <fieldset class="chips">
      <legend class="hidden">State</legend>
      {stateGroups.map((group) => {
        const { words, tone } = chips[group];
        return (
          <button
            key={group}
            type="button"
            class="filter"
            aria-pressed={filters.state === group}
            onClick={() => setQuery({ state: group === 'all' ? undefined : group }, { isStep: true })}
          >
            {tone !== undefined && <ToneIcon tone={tone} size={14} />}
            {words}
            {counts !== undefined && counts[group] !== '' && <span class="count">{counts[group]}</span>}
          </button>
        );
      })}
    </fieldset>
    {filters.labels.map((label) => (
      <button
        key={label}
        type="button"
        class="filter"
        aria-pressed
        aria-label={`Without the filter ${label}`}
        onClick={() =>
          setQuery({ label: filters.labels.filter((one) => one !== label).join(',') || undefined }, { isStep: true })
        }
      >
        {label}
        <Icon name="cross" size={12} />
      </button>
    ))}
    <Whose group={filters.group} mine={filters.mine} me={me} />
    <SearchField
      label="Search in names, nodes, addresses and outputs"
      placeholder="Search names, nodes, addresses"
      value={filters.text}
      onInput={(q) => setQuery({ q })}
    />
  </search>
);
