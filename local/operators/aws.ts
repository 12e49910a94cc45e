/** The `aws` command. Returns its output as JSON, undefined when it is empty. Rejects with its error text when it fails. */
export type Aws = (words: readonly string[]) => Promise<unknown>;
