import { useMemo } from 'preact/hooks';
import type { Version } from '../../../../client/types.ts';
import { lineDiff } from '../../../../src/foundation/line-diff.ts';
import { useRead } from '../../../data/read.ts';
import { service } from '../../../data/service.ts';
import { Awaited } from '../../../parts/notice.tsx';
import { OldNew } from '../../../wizard/difference.tsx';
import { hunksOf } from '../../../wizard/hunks.ts';
import { isArchiveText } from '../../../wizard/template-file.ts';
import { type Pair, pairsOf } from './side-by-side.ts';

interface ComparisonProps {
  readonly uuid: string;
  readonly older: number;
  readonly newer: number;
}

/** Two versions side by side, and what going from one to the other does. */
export const Comparison = ({ uuid, older, newer }: ComparisonProps) => {
  const { value, problem } = useRead(
    () => Promise.all([service.version(uuid, older), service.version(uuid, newer, older)]),
    [uuid, older, newer],
  );
  if (value === undefined) return <Awaited what="the comparison" problem={problem} />;
  const [before, after] = value;
  const { comparison } = after;
  return (
    <section class="card pane comparison" aria-label={`Version ${older} and version ${newer}`}>
      <h2>
        Version {older} → version {newer}
      </h2>
      {comparison !== undefined && <Effects comparison={comparison} />}
      <Templates before={before.template} after={after.template} names={[`Version ${older}`, `Version ${newer}`]} />
    </section>
  );
};

type Compared = NonNullable<Version['comparison']>;

const textOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value);

/** How often each name is there: a node has one for each instance. */
const timesOf = (names: readonly string[]): readonly (readonly [string, number])[] =>
  [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]);

const Effects = ({ comparison: { inputs, changes, added, removed, notes } }: { readonly comparison: Compared }) => (
  <>
    {inputs.length > 0 && (
      <ul class="changes" aria-label="Inputs that differ">
        {inputs.map(({ name, old, new: next, secret }) => (
          <li key={name}>
            <strong>{name}</strong>
            {secret ? <span class="soft">another secret value</span> : <OldNew old={textOf(old)} next={textOf(next)} />}
          </li>
        ))}
      </ul>
    )}
    {added.length + removed.length > 0 && (
      <ul class="difference" aria-label="Instances that come and go">
        {timesOf(added).map(([node, count]) => (
          <li key={`+${node}`}>
            <span class="sign tone-running">+ {count}</span> <strong>{node}</strong>
          </li>
        ))}
        {timesOf(removed).map(([node, count]) => (
          <li key={`-${node}`}>
            <span class="sign tone-failed">− {count}</span> <strong>{node}</strong>
          </li>
        ))}
      </ul>
    )}
    {changes.length > 0 && (
      <ul class="changes" aria-label="What changes at the provider">
        {changes.map(({ node, property, old, new: next, how }) => (
          <li key={`${node} ${property}`}>
            <strong>{node}</strong> <code>{property}</code>
            <OldNew old={textOf(old)} next={textOf(next)} /> <span class="soft">{how}</span>
          </li>
        ))}
      </ul>
    )}
    {notes.map((note) => (
      <p key={note} class="soft">
        {note}
      </p>
    ))}
  </>
);

interface TemplatesProps {
  readonly before: string;
  readonly after: string;
  readonly names: readonly [string, string];
}

const Templates = ({ before, after, names }: TemplatesProps) => {
  const isArchive = isArchiveText(before) || isArchiveText(after);
  const hunks = useMemo(() => (isArchive ? [] : hunksOf(lineDiff(before, after))), [before, after]);
  if (before === after) return <p class="soft">Both have the same template.</p>;
  if (isArchive) return <p>Another template: archives are not compared line by line.</p>;
  return (
    <div
      class="diff-lines side-by-side mono"
      role="document"
      aria-label="Both templates, where they differ"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable with the keyboard (WCAG 2.1.1)
      tabIndex={0}
    >
      <div class="both heads">
        {names.map((name) => (
          <strong key={name}>{name}</strong>
        ))}
      </div>
      {hunks.map((hunk) => (
        <div key={`${hunk[0]?.old} ${hunk[0]?.new}`} class="both-lines">
          {pairsOf(hunk).map((pair) => (
            <Lines key={`${pair.old?.old} ${pair.new?.new}`} {...pair} />
          ))}
        </div>
      ))}
    </div>
  );
};

const Lines = ({ old, new: next }: Pair) => (
  <div class={old === next ? 'both same' : 'both'}>
    <Half line={old} is="removed" number={old?.old} />
    <Half line={next} is="added" number={next?.new} />
  </div>
);

interface HalfProps {
  readonly line: Pair['old'];
  readonly is: 'removed' | 'added';
  readonly number: number | undefined;
}

const Half = ({ line, is, number }: HalfProps) => {
  if (line === undefined) return <div class="half none" />;
  return (
    <div class={`half diff-line ${line.is}`}>
      <span class="diff-number" aria-hidden="true">
        {number}
      </span>
      <span class="diff-sign">
        <span aria-hidden="true">{line.is === 'same' ? ' ' : is === 'added' ? '+' : '−'}</span>
        {line.is !== 'same' && <span class="hidden">{is}: </span>}
      </span>
      <span class="diff-text">{line.text}</span>
    </div>
  );
};
