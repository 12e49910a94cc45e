/** The demo cannot continue. The message is for the user, who needs no stack. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
}

export const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
