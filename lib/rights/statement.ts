/** What IAM allows: actions on resources, perhaps under conditions. */
export interface Statement {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
