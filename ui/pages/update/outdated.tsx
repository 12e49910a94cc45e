import { Icon } from '../../parts/icon.tsx';

/** Somebody else was faster. What was entered here stays. */
export const Outdated = ({ onAgain }: { readonly onAgain: () => void }) => (
  <div class="banner failed outdated" role="alert">
    <Icon name="warning" />
    <span>The deployment has changed since you opened this page, so nothing was updated. What you entered stays.</span>
    <button type="button" class="button small" onClick={onAgain}>
      Compare with what is in force now
    </button>
  </div>
);
