import type { PauseState } from '../../client/types.ts';
import { useLive } from '../data/use-live.ts';
import { session } from '../session/session.ts';
import { Icon } from './icon.tsx';

/** Milliseconds: a pause lasts for hours, and a refusal tells it at once. */
const pause = (): number => 120_000;

/** Why nothing new begins, above each page, for everybody who is signed in. */
export const PauseBanner = () => (session.value.kind === 'in' ? <Banner /> : null);

const Banner = () => {
  const { reason } = useLive<PauseState>('/pause', pause).value.value ?? {};
  if (reason === undefined) return null;
  return (
    <p class="banner waiting installation" role="status">
      <Icon name="pause" />
      <span>
        <strong>The installation is paused:</strong> {reason}. What runs goes on; nothing new begins.
      </span>
    </p>
  );
};
