import { service } from '../../data/service.ts';
import type { Changing } from '../deployment/settings/use-change.ts';
import { SwitchDialog, type SwitchWords } from './switch-dialog.tsx';

const toPause: SwitchWords = {
  title: 'Pause the installation?',
  text: 'Nothing new begins: no creation, update, repair, move, check or job of a schedule. What runs goes on to its end, and everybody can still read and delete.',
  why: 'Why: everybody reads this',
  button: 'Pause',
  done: 'The installation is paused.',
};

const toResume: SwitchWords = {
  title: 'End the pause?',
  text: 'Requests are taken as before. Files that have arrived, checks, ends and office hours are caught up with.',
  button: 'End the pause',
  done: 'The pause is over: what waited begins within minutes.',
};

/** Pauses the installation, with a reason that everybody reads, or ends the pause. */
export const PauseDialog = ({ isPaused, ...changing }: Changing & { readonly isPaused: boolean }) => (
  <SwitchDialog
    {...changing}
    words={isPaused ? toResume : toPause}
    needsReason
    send={(reason) => service.setPause({ paused: !isPaused, reason })}
  />
);
