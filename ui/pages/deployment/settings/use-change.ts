import { useState } from 'preact/hooks';
import { ToscaniniError } from '../../../../client/errors.ts';
import { toast } from '../../../parts/toast.tsx';

export interface Changing {
  /** called when the dialog closes */
  readonly onClose: () => void;
  /** called once the service has answered */
  readonly onDone: () => void;
}

/** Sends what a dialog asks for, closes the dialog, and says what has happened; or says why not, and stays. */
export const useChange = (send: () => Promise<void>, words: string, { onClose, onDone }: Changing) => {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await send();
      toast(words);
      onClose();
    } catch (error) {
      if (!(error instanceof ToscaniniError)) throw error;
      setProblem(
        error.name === 'PreconditionFailedError'
          ? 'It has changed since you opened this dialog. Look at it again, then confirm once more.'
          : error.message,
      );
      setBusy(false);
    }
    onDone();
  };
  return { submit, problem, isBusy };
};
