import { Icon } from './icon.tsx';

/** Why something was not done, where it was asked for. */
export const Refused = ({ words }: { readonly words: string }) => (
  <p class="banner failed" role="alert">
    <Icon name="warning" />
    <span>{words}</span>
  </p>
);
