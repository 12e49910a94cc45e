import type { State } from '../states/tones.ts';
import { ToneIcon } from './icon.tsx';

/** A state in a word for people; the API's own word is its tooltip. */
export const Badge = ({ state: { tone, word }, said }: { state: State; said: string }) => (
  <span class={`badge tone-${tone}`} title={said}>
    <ToneIcon tone={tone} size={14} />
    {word}
  </span>
);
