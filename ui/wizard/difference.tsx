import { useMemo } from 'preact/hooks';
import { type DiffLine, lineDiff } from '../../src/foundation/line-diff.ts';
import { Icon } from '../parts/icon.tsx';
import { type Hunk, hunksOf } from './hunks.ts';
import type { InputChange } from './input-changes.ts';
import { isArchiveText } from './template-file.ts';

interface DifferenceProps {
  /** the template in force */
  readonly before: string;
  readonly after: string;
  readonly inputs: readonly InputChange[];
}

/** What somebody has changed so far: lines of the template, values of inputs. */
export const Difference = ({ before, after, inputs }: DifferenceProps) => {
  const isTemplateChanged = before !== after;
  return (
    <section class="card pane" aria-label="Changes">
      <h2>Changes</h2>
      {!isTemplateChanged && inputs.length === 0 && (
        <p class="soft">Nothing is changed yet. Change an input or the template.</p>
      )}
      {inputs.length > 0 && <Inputs changes={inputs} />}
      {isTemplateChanged &&
        (isArchiveText(before) || isArchiveText(after) ? (
          <p>
            <Icon name="box" size={14} /> Another template: archives are not compared line by line.
          </p>
        ) : (
          <TemplateDifference before={before} after={after} />
        ))}
    </section>
  );
};

const Inputs = ({ changes }: { readonly changes: readonly InputChange[] }) => (
  <ul class="changes" aria-label="Changed inputs">
    {changes.map(({ name, old, new: next }) => (
      <li key={name}>
        <strong>{name}</strong>
        <OldNew old={old} next={next} />
      </li>
    ))}
  </ul>
);

/** A value before and after. Screen readers say which is which. */
export const OldNew = ({ old, next }: { readonly old: string | undefined; readonly next: string | undefined }) => (
  <span class="old-new">
    <span class="hidden">from</span>
    <del>{old ?? 'nothing'}</del>
    <span aria-hidden="true"> → </span>
    <span class="hidden">to</span>
    <ins>{next ?? 'nothing'}</ins>
  </span>
);

const TemplateDifference = ({ before, after }: Pick<DifferenceProps, 'before' | 'after'>) => {
  const lines = useMemo(() => lineDiff(before, after), [before, after]);
  const count = (is: DiffLine['is']): number => lines.filter((line) => line.is === is).length;
  return (
    <details class="template-diff" open>
      <summary>
        Template: <strong class="tone-running sign">+{count('added')}</strong>{' '}
        <strong class="tone-failed sign">−{count('removed')}</strong> lines
      </summary>
      <div
        class="diff-lines mono"
        role="document"
        aria-label="Changed lines of the template"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable with the keyboard (WCAG 2.1.1)
        tabIndex={0}
      >
        {hunksOf(lines).map((hunk) => (
          <HunkLines key={`${hunk[0]?.old} ${hunk[0]?.new}`} hunk={hunk} />
        ))}
      </div>
    </details>
  );
};

const signs = { same: ' ', added: '+', removed: '−' } as const;

const HunkLines = ({ hunk }: { readonly hunk: Hunk }) => (
  <div class="hunk">
    {hunk.map(({ is, text, old, new: next }) => (
      <div key={`${old} ${next}`} class={`diff-line ${is}`}>
        <span class="diff-number" aria-hidden="true">
          {next ?? old}
        </span>
        <span class="diff-sign">
          <span aria-hidden="true">{signs[is]}</span>
          {is !== 'same' && <span class="hidden">{is}: </span>}
        </span>
        <span class="diff-text">{text}</span>
      </div>
    ))}
  </div>
);
