import { useEffect, useRef, useState } from 'preact/hooks';
import { requestJson } from '../../client/answer.ts';
import { ToscaniniError } from '../../client/errors.ts';
import type { DeploymentItem } from '../../client/types.ts';
import { lastAnswer } from '../data/live.ts';
import { useRead } from '../data/read.ts';
import { sendOnce, service } from '../data/service.ts';
import type { DeploymentView } from '../data/view.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { useUniqueId } from '../parts/unique-id.ts';
import { path } from '../router/address.ts';
import { deploymentEntry, type Entry, entriesOf, entryOfId, everywhere, fitting } from './entries.ts';
import { typed } from './overlay.tsx';

/** Goes anywhere: deployments, what the page is about, pages, actions. */
export const Palette = ({ onClose }: { readonly onClose: () => void }) => {
  const text = typed.value;
  // the service looks for one text: the first word; the others are looked for here
  const { deployments, problem } = useDeployments(text.trim().split(/\s+/, 1)[0] ?? '');
  const me = useRead(() => service.me(), []).value;
  const all = [...deployments.map(deploymentEntry), ...present(), ...everywhere(me)];
  const entries = [...entryOfId(text.trim()), ...fitting(all, text.trim())];
  const { chosen, choose, press } = useChoice(entries);
  const run = (entry: Entry | undefined): void => {
    if (entry === undefined) return;
    onClose();
    entry.run();
  };
  const id = useUniqueId();
  return (
    <Dialog title="Go to" onClose={onClose}>
      <div class="dialog-body palette">
        <input
          class="input"
          autofocus
          role="combobox"
          aria-label="Go to"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={entries[chosen] && `${id}-${chosen}`}
          aria-autocomplete="list"
          autocomplete="off"
          spellcheck={false}
          placeholder="A deployment, page, node or action"
          value={text}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value;
            choose(0);
          }}
          onKeyDown={(event) => (event.key === 'Enter' ? run(entries[chosen]) : press(event))}
        />
        <div id={id} class="palette-list" role="listbox" aria-label="Places">
          {entries.map((entry, index) => (
            <Place
              key={entry.key}
              {...{ entry, id: `${id}-${index}`, isChosen: index === chosen }}
              onRun={() => run(entry)}
              onChoose={() => choose(index)}
            />
          ))}
        </div>
        {problem !== undefined && <p class="soft">Deployments cannot be searched now: {problem.message}</p>}
        {entries.length === 0 && (
          <p class="soft" role="status">
            Nothing fits “{text}”.
          </p>
        )}
      </div>
    </Dialog>
  );
};

interface PlaceProps {
  readonly entry: Entry;
  readonly id: string;
  readonly isChosen: boolean;
  readonly onRun: () => void;
  readonly onChoose: () => void;
}

const Place = ({ entry, id, isChosen, onRun, onChoose }: PlaceProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys, as the pattern of a combobox asks
  <div
    id={id}
    class="palette-entry"
    role="option"
    tabIndex={-1}
    aria-selected={isChosen}
    onClick={onRun}
    onPointerMove={onChoose}
  >
    <Icon name={entry.icon} />
    <span class="palette-words">{entry.words}</span>
    <span class="faint">{entry.hint}</span>
  </div>
);

/** Which entry Enter takes: the first one, and then what the arrows say. */
const useChoice = (entries: readonly Entry[]) => {
  const [chosen, choose] = useState(0);
  const list = useRef(entries);
  list.current = entries;
  useEffect(() => {
    document.querySelector('.palette-entry[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const { length } = list.current;
    if (step === undefined || length === 0) return;
    event.preventDefault();
    choose((chosen + step + length) % length);
  };
  return { chosen: Math.min(chosen, Math.max(0, entries.length - 1)), choose, press };
};

/** The deployment on the page, as far as it has been loaded. */
const present = (): readonly Entry[] => {
  const [page, id] = path.value.split('/');
  const view = page === 'deployments' && id ? lastAnswer<DeploymentView>(`/deployments/${id}/view`) : undefined;
  return view === undefined ? [] : entriesOf(view);
};

/** How many deployments are offered. */
const most = 8;
/** Milliseconds without a key, so that a word costs one question. */
const resting = 150;

/** The newest ones with the text; those before stay until the answer is there. */
const useDeployments = (text: string) => {
  const [deployments, setDeployments] = useState<readonly DeploymentItem[]>([]);
  const [problem, setProblem] = useState<ToscaniniError>();
  useEffect(() => {
    const ended = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        const query = { size: most, sort: 'createdAt,desc', ...(text !== '' && { q: text }) };
        const call = { query, signal: ended.signal };
        const { content } = await requestJson<{ content: readonly DeploymentItem[] }>(
          sendOnce,
          '/deployments',
          'content',
          call,
        );
        if (ended.signal.aborted) return;
        setDeployments(content);
        setProblem(undefined);
      } catch (error) {
        if (ended.signal.aborted) return;
        if (!(error instanceof ToscaniniError)) throw error;
        setProblem(error);
      }
    };
    const timer = setTimeout(ask, text === '' ? 0 : resting);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [text]);
  return { deployments, problem };
};
