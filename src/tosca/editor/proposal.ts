export interface Proposal {
  readonly label: string;
  readonly kind: 'type' | 'property' | 'keyname' | 'name' | 'value' | 'function';
  /** a word or two behind the label */
  readonly detail?: string;
  /** Markdown; worked out when it is shown */
  readonly words?: () => string;
  /** what replaces the word at the cursor */
  readonly text: string;
  /** true: this is probably meant, so it comes first */
  readonly first?: boolean;
}
