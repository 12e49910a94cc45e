/** A text in a command of a workflow: GitHub's escapes. */
export const escaped = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
