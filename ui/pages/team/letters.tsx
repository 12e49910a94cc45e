import { useState } from 'preact/hooks';
import type { DeadLetterList } from '../../../client/types.ts';
import { useLive } from '../../data/use-live.ts';
import { Awaited } from '../../parts/notice.tsx';
import { Reached } from '../../parts/reached.tsx';
import { type Column, SortedTable } from '../../parts/sorted.tsx';
import { Ago } from '../../parts/time.tsx';
import { type LetterChange, LetterDialog } from './letter-dialog.tsx';

/** Milliseconds: each look hides the letters from others for a moment. */
const pause = (): number => 60_000;

type Letter = DeadLetterList['letters'][number];

/** What the service could not handle, as often as it tried. */
export const Letters = () => {
  const { value, problem, reachedAt, refresh } = useLive<DeadLetterList>('/dead-letters', pause);
  const [change, setChange] = useState<LetterChange>();
  const found = value.value;
  if (found === undefined) return <Awaited what="dead letters" problem={problem.value} />;
  const { letters, waiting } = found;
  const total = Math.max(letters.length, waiting.files + waiting.events);
  return (
    <section aria-labelledby="dead-letters">
      <h2 id="dead-letters" class="section-head">
        Dead letters
      </h2>
      <Reached problem={problem.value} at={reachedAt.value} />
      <p class="soft section-words">
        {total === 0
          ? 'There are none: every file and every event was handled.'
          : letters.length === 0
            ? `About ${total} may still wait: the count is a minute late, and what somebody handles just now is shown later.`
            : 'Files that could not be matched, and events that no function took. Mend the cause, then redrive them: what comes twice does no harm.'}
      </p>
      {letters.length > 0 && (
        <>
          <p class="section-words">
            <button type="button" class="button" onClick={() => setChange({ action: 'redrive', total })}>
              Redrive all {total}…
            </button>
          </p>
          <Table rows={letters} onChange={setChange} />
        </>
      )}
      {change !== undefined && <LetterDialog change={change} onClose={() => setChange(undefined)} onDone={refresh} />}
    </section>
  );
};

const columns: readonly Column<Letter>[] = [
  { name: 'What', by: ({ what }) => what },
  { name: 'Kind', by: ({ queue }) => queue },
  { name: 'Since', by: ({ at }) => at },
  { name: 'Why', by: ({ why }) => why },
  { name: '' },
];

interface RowsProps {
  readonly rows: readonly Letter[];
  readonly onChange: (change: LetterChange) => void;
}

const Table = ({ rows, onChange }: RowsProps) => (
  <SortedTable columns={columns} rows={rows}>
    {(letter) => (
      <tr key={letter.id}>
        <th scope="row">{letter.what}</th>
        <td data-label="Kind">{letter.queue === 'files' ? 'file' : 'event'}</td>
        <td data-label="Since">{letter.at !== undefined && <Ago at={letter.at} />}</td>
        <td data-label="Why">{letter.why ?? <span class="faint">the log of its function says it</span>}</td>
        <td>
          <button
            type="button"
            class="button small"
            aria-label={`Redrive ${letter.what}`}
            onClick={() => onChange({ action: 'redrive', letter })}
          >
            Redrive…
          </button>{' '}
          <button
            type="button"
            class="button small"
            aria-label={`Drop ${letter.what}`}
            onClick={() => onChange({ action: 'drop', letter })}
          >
            Drop…
          </button>
        </td>
      </tr>
    )}
  </SortedTable>
);
