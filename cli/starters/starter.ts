/** Files with which an author begins. */
export interface Starter {
  /** one line */
  readonly title: string;
  /** texts by their paths; the template is `template.yaml` */
  readonly files: Readonly<Record<string, string>>;
}
