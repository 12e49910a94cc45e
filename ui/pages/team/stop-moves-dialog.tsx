import { service } from '../../data/service.ts';
import type { Changing } from '../deployment/settings/use-change.ts';
import { SwitchDialog, type SwitchWords } from './switch-dialog.tsx';

const toStop: SwitchWords = {
  title: 'Stop all moves?',
  text: 'No deployment moves to another provider until you allow it again, by hand or by itself. Those that move now go on to their end.',
  why: 'Why: everybody whose move is refused reads this',
  button: 'Stop all',
  done: 'No other deployment moves now.',
};

const toAllow: SwitchWords = {
  title: 'Allow moves again?',
  text: 'Deployments whose provider gives no answer move again, also without a request where their templates ask for it.',
  button: 'Allow them',
  done: 'Moves are allowed again.',
};

/** Stops all moves of the installation, with a reason that refusals tell, or allows them again. */
export const StopMovesDialog = ({ isStopped, ...changing }: Changing & { readonly isStopped: boolean }) => (
  <SwitchDialog
    {...changing}
    words={isStopped ? toAllow : toStop}
    send={(reason) => service.stopMoves({ stopped: !isStopped, reason })}
  />
);
