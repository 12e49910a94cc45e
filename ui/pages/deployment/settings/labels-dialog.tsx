import { useState } from 'preact/hooks';
import { labelDeployment } from '../../../data/changes.ts';
import type { DeploymentView } from '../../../data/view.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Refused } from '../../../parts/refused.tsx';
import { type Changing, useChange } from './use-change.ts';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly value: string;
}

/** Names and values by which people find it. All of them are sent, since the service replaces all of them. */
export const LabelsDialog = ({ view, ...changing }: Changing & { readonly view: DeploymentView }) => {
  const { uuid, name } = view;
  const [labels] = useState(view.labels ?? {});
  const [rows, setRows] = useState<readonly Row[]>(() => [
    ...Object.entries(labels)
      .toSorted()
      .map(([label, value], id) => ({ id, name: label, value })),
    { id: -1, name: '', value: '' },
  ]);
  const given = rows.filter((row) => row.name.trim() !== '' || row.value !== '');
  const next = Object.fromEntries(given.map((row) => [row.name.trim(), row.value]));
  const isTwice = Object.keys(next).length < given.length;
  const send = (): Promise<void> => labelDeployment(uuid, labels, next);
  const { submit, problem, isBusy } = useChange(send, `The labels of ${name} are changed.`, changing);
  const set = (id: number, change: Partial<Row>): void =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...change } : row)));
  return (
    <Dialog title={`Labels of ${name}`} onClose={changing.onClose}>
      <form class="dialog-body" onSubmit={submit}>
        <p class="soft">Lists can be filtered by them. What is made from now on has them as tags at its provider.</p>
        <ul class="label-rows">
          {rows.map(({ id, name: label, value }, at) => (
            <li key={id}>
              <Text words={`Name of label ${at + 1}`} value={label} onInput={(text) => set(id, { name: text })} />
              <span aria-hidden="true">=</span>
              <Text words={`Value of label ${at + 1}`} value={value} onInput={(text) => set(id, { value: text })} />
              <button
                type="button"
                class="quiet"
                aria-label={`Remove label ${label || at + 1}`}
                onClick={() => setRows(rows.filter((row) => row.id !== id))}
              >
                <Icon name="cross" size={14} />
              </button>
            </li>
          ))}
        </ul>
        <button
          type="button"
          class="button small"
          onClick={() => setRows([...rows, { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, name: '', value: '' }])}
        >
          <Icon name="plus" size={14} />
          Add a label
        </button>
        {isTwice && <Refused words="A name may be there only once." />}
        {problem !== undefined && <Refused words={problem} />}
        <div class="dialog-actions">
          <button type="button" class="button" onClick={changing.onClose}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={isBusy || isTwice}>
            Save the labels
          </button>
        </div>
      </form>
    </Dialog>
  );
};

interface TextProps {
  readonly words: string;
  readonly value: string;
  readonly onInput: (text: string) => void;
}

const Text = ({ words, value, onInput }: TextProps) => (
  <input
    class="input"
    aria-label={words}
    placeholder={words.startsWith('Name') ? 'name' : 'value'}
    autocomplete="off"
    spellcheck={false}
    value={value}
    onInput={({ currentTarget }) => onInput(currentTarget.value)}
  />
);
