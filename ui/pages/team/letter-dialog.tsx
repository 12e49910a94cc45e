import type { DeadLetterList } from '../../../client/types.ts';
import { service } from '../../data/service.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Refused } from '../../parts/refused.tsx';
import { type Changing, useChange } from '../deployment/settings/use-change.ts';

type Letter = DeadLetterList['letters'][number];

/** What is asked for: with a letter that one; `total` letters without it. */
export type LetterChange =
  | { readonly action: 'redrive' | 'drop'; readonly letter: Letter }
  | { readonly action: 'redrive'; readonly total: number };

interface Words {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly done: string;
}

const wordsOf = (change: LetterChange): Words => {
  if (!('letter' in change))
    return {
      title: `Redrive all ${change.total}?`,
      text: 'Each goes to where it was meant to go. Of very many, one request takes the first ones.',
      ...{ button: 'Redrive', done: 'The letters are on their way.' },
    };
  const { what } = change.letter;
  return change.action === 'redrive'
    ? { title: 'Redrive this letter?', text: what, button: 'Redrive', done: 'The letter is on its way.' }
    : {
        title: 'Drop this letter for good?',
        text: `${what}: nothing will handle it any more.`,
        ...{ button: 'Drop', done: 'The letter is gone.' },
      };
};

/** Asks before letters are redriven or dropped. */
export const LetterDialog = ({ change, ...changing }: Changing & { readonly change: LetterChange }) => {
  const { title, text, button, done } = wordsOf(change);
  const send = async (): Promise<void> => {
    const { action } = change;
    await service.changeDeadLetters('letter' in change ? { action, id: change.letter.id } : { action });
  };
  const { submit, problem, isBusy } = useChange(send, done, changing);
  return (
    <Dialog title={title} onClose={changing.onClose}>
      <form class="dialog-body" onSubmit={submit}>
        <p class="breaking">{text}</p>
        {problem !== undefined && <Refused words={problem} />}
        <div class="dialog-actions">
          <button type="button" class="button" onClick={changing.onClose}>
            Leave it
          </button>
          <button type="submit" class={`button ${change.action === 'drop' ? 'danger' : 'primary'}`} disabled={isBusy}>
            {button}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
