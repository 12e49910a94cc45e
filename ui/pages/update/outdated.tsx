import { Icon } from '../../parts/icon.tsx';

interface OutdatedProps {
  /** why it cannot be compared now */
  readonly why: string | undefined;
  readonly onAgain: () => void;
}

/** Somebody else was faster. What was entered here stays. */
export const Outdated = ({ why, onAgain }: OutdatedProps) => (
  <div class="banner failed outdated" role="alert">
    <Icon name="warning" />
    <span>
      The deployment has changed since you opened this page, so nothing was updated. What you entered stays.
      {why !== undefined && ` ${why}`}
    </span>
    <button type="button" class="button small" onClick={onAgain}>
      Compare with what is in force now
    </button>
  </div>
);
