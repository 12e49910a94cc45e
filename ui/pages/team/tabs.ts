import type { Me } from '../../../client/types.ts';
import type { IconName } from '../../parts/icon.tsx';

interface TeamTab {
  readonly id: string;
  readonly words: string;
  /** where it does not stand beside the others; absent: the same */
  readonly alone?: string;
  readonly icon: IconName;
  /** others are not led there: the service would refuse it */
  readonly forAdministrators?: true;
  /** the same, but for those who manage a group */
  readonly forManagers?: true;
}

const all = [
  { id: '', words: 'Approvals', icon: 'tick' },
  { id: 'offered', words: 'Offered', alone: 'Offered to you', icon: 'box' },
  { id: 'activity', words: 'Activity', icon: 'clock' },
  { id: 'quotas', words: 'Quotas', icon: 'lines' },
  { id: 'costs', words: 'Costs', icon: 'lines' },
  { id: 'drift', words: 'Drift', icon: 'target' },
  { id: 'kept', words: 'Kept data', icon: 'disk' },
  { id: 'webhooks', words: 'Webhooks', icon: 'bell', forManagers: true },
  { id: 'providers', words: 'Providers', icon: 'cloud', forAdministrators: true },
  { id: 'operations', words: 'Operations', alone: 'Pause and dead letters', icon: 'pause', forAdministrators: true },
  { id: 'moves', words: 'Moves', icon: 'cloud', forAdministrators: true },
  { id: 'dependencies', words: 'Dependencies', icon: 'server', forAdministrators: true },
] as const satisfies readonly TeamTab[];

export type TeamTabId = (typeof all)[number]['id'];

/** What the pages of a team are called, for themselves and for what leads to them. */
export const teamTabs: readonly (TeamTab & { readonly id: TeamTabId })[] = all;

/** Whether somebody is led there; undefined: not known who it is. */
export const isLedTo = (
  { forAdministrators, forManagers }: TeamTab,
  me: Pick<Me, 'administrator' | 'manages'> | undefined,
): boolean => {
  if (me?.administrator) return true;
  return !forAdministrators && (!forManagers || (me?.manages ?? []).length > 0);
};

export const teamPath = (id: string): string => `team${id && `/${id}`}`;
