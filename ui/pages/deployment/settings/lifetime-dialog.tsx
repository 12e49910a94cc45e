import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { extendDeployment } from '../../../data/changes.ts';
import type { DeploymentView } from '../../../data/view.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Refused } from '../../../parts/refused.tsx';
import { serviceNow } from '../../../parts/time.tsx';
import { endOf, type Unit, units } from './end-words.ts';
import { type Changing, useChange } from './use-change.ts';

type Way = 'in' | 'at' | 'never';

/** When it is deleted by itself: from now on, at an instant, or never. */
export const LifetimeDialog = ({ view, ...changing }: Changing & { readonly view: DeploymentView }) => {
  const { uuid, name, expiresAt } = view;
  const [way, setWay] = useState<Way>('in');
  const [[count, unit], setSpan] = useState<readonly [string, Unit]>(['1', 'weeks']);
  const [at, setAt] = useState('');
  const end = () => {
    if (way === 'in') return { ttl: `${count}${units[unit]}` };
    return { expiresAt: way === 'never' ? null : new Date(at).toISOString() };
  };
  const isWhole = way === 'in' ? Number(count) > 0 : way === 'never' || !Number.isNaN(Date.parse(at));
  const send = (): Promise<void> => extendDeployment(uuid, end());
  const { submit, problem, isBusy } = useChange(send, `The end of ${name} is changed.`, changing);
  return (
    <Dialog title={`Life time of ${name}`} onClose={changing.onClose}>
      <form class="dialog-body" onSubmit={submit}>
        <p>
          {expiresAt === undefined
            ? 'It has no end: it runs until somebody deletes it.'
            : `It ${endOf(expiresAt, serviceNow.value).words}, on ${new Date(expiresAt).toLocaleString()}. Then it is deleted, with all data on it.`}
        </p>
        <fieldset class="choices">
          <legend>It ends</legend>
          <Choice way="in" words="from now on, in" chosen={way} onChoose={setWay}>
            <input
              class="input count-field"
              type="number"
              min="1"
              aria-label="How many"
              value={count}
              onInput={({ currentTarget }) => setSpan([currentTarget.value, unit])}
              onFocus={() => setWay('in')}
            />
            <select
              aria-label="Of what"
              value={unit}
              onChange={({ currentTarget }) => setSpan([count, currentTarget.value as Unit])}
            >
              {Object.keys(units).map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </Choice>
          <Choice way="at" words="at" chosen={way} onChoose={setWay}>
            <input
              class="input"
              type="datetime-local"
              aria-label="When"
              value={at}
              onInput={({ currentTarget }) => setAt(currentTarget.value)}
              onFocus={() => setWay('at')}
            />
          </Choice>
          <Choice way="never" words="never" chosen={way} onChoose={setWay} />
        </fieldset>
        {problem !== undefined && <Refused words={problem} />}
        <div class="dialog-actions">
          <button type="button" class="button" onClick={changing.onClose}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={isBusy || !isWhole}>
            Change the end
          </button>
        </div>
      </form>
    </Dialog>
  );
};

interface ChoiceProps {
  readonly way: Way;
  readonly words: string;
  readonly chosen: Way;
  readonly onChoose: (way: Way) => void;
  readonly children?: ComponentChildren;
}

const Choice = ({ way, words, chosen, onChoose, children }: ChoiceProps) => (
  <div class="choice">
    <label>
      <input type="radio" name="end" checked={way === chosen} onChange={() => onChoose(way)} />
      {words}
    </label>
    {children}
  </div>
);
