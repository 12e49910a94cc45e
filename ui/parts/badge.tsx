import type { State } from '../states/tones.ts';
import { ToneIcon } from './icon.tsx';

interface BadgeProps {
  readonly state: State;
  readonly said: string;
  /** a screen reader says each change */
  readonly live?: boolean;
}

/** A state in a word for people; the API's own word is its tooltip. */
export const Badge = ({ state: { tone, word }, said, live = false }: BadgeProps) => (
  <span class={`badge tone-${tone}`} title={said} aria-live={live ? 'polite' : undefined}>
    <ToneIcon tone={tone} size={14} />
    {word}
  </span>
);

/** The same without a frame, such as in a cell of a table. */
export const StateWord = ({ state: { tone, word }, said }: Pick<BadgeProps, 'state'> & { readonly said?: string }) => (
  <span class={`state-cell tone-${tone}`} title={said}>
    <ToneIcon tone={tone} />
    {word}
  </span>
);
