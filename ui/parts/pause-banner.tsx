import { signal } from '@preact/signals';
import type { PauseState } from '../../client/types.ts';
import { useReadAgain } from '../data/use-live.ts';
import { session } from '../session/session.ts';
import { Icon } from './icon.tsx';

/** Milliseconds: a pause lasts for hours, and a refusal tells it at once. */
const pause = (): number => 120_000;

/** How often somebody here has begun or ended a pause: the banner asks at once. */
export const pauseChanges = signal(0);

/** Why nothing new begins, above each page, for everybody who is signed in. */
export const PauseBanner = () => (session.value.kind === 'in' ? <Banner /> : null);

const Banner = () => {
  const { reason } = useReadAgain<PauseState>('/pause', pauseChanges.value, pause).value.value ?? {};
  if (reason === undefined) return null;
  return (
    <p class="banner waiting installation" role="status">
      <Icon name="pause" />
      <span>
        <strong>The installation is paused:</strong> {reason.replace(/\.$/, '')}. What runs goes on; nothing new begins.
      </span>
    </p>
  );
};
