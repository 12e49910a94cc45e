import type { ProviderState } from '../../../client/types.ts';
import { service } from '../../data/service.ts';
import type { Changing } from '../deployment/settings/use-change.ts';
import { SwitchDialog, type SwitchWords } from './switch-dialog.tsx';

const toDrain = (name: string): SwitchWords => ({
  title: `Drain ${name}?`,
  text: 'No new deployment goes there, and plans say so. What stands there can be changed and deleted as before.',
  why: 'Why: everybody whose plan leaves it out reads this',
  button: 'Drain',
  done: `No new deployment goes to ${name}.`,
});

const toUndrain = (name: string): SwitchWords => ({
  title: `Take new deployments at ${name} again?`,
  text: 'Plans have it again, in its order.',
  button: 'Take it back',
  done: `${name} takes new deployments again.`,
});

/** Switches a provider to draining, with a reason that plans tell, or takes that back. */
export const DrainDialog = ({ provider, ...changing }: Changing & { readonly provider: ProviderState }) => {
  const { id, name, draining } = provider;
  const isOff = draining === undefined;
  return (
    <SwitchDialog
      {...changing}
      words={isOff ? toDrain(name) : toUndrain(name)}
      send={(reason) => service.drain(id, { draining: isOff, reason })}
    />
  );
};
