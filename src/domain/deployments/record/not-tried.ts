import type { ProviderCause } from './cause-line.ts';

/** The first line of a reason where no provider was asked: docs/contract/original-service.md, "Reasons of failures". */
export const noProvider = 'No cloud provider meets the deployment requirements';

const start = 'not ';

/** Why each provider was left out, from the lines below `noProvider`. */
export const notTried = (lines: readonly string[]): readonly ProviderCause[] =>
  lines.flatMap((line) => (line.startsWith(start) ? (leftOut(line.slice(start.length)) ?? []) : []));

/** `cloud-a: why`, or `Cloud A (cloud-a): why`: reasonsOf in src/domain/providers/ranking-log.ts writes them. */
const leftOut = (text: string): ProviderCause | undefined => {
  const colon = text.indexOf(': ');
  const id = text.slice(0, Math.max(0, colon));
  if (id !== '' && !id.includes(' ')) return { provider: { id, name: id }, cause: text.slice(colon + 2) };
  const end = text.indexOf('): ');
  const open = text.lastIndexOf(' (', end);
  if (end < 0 || open < 1) return undefined;
  return { provider: { id: text.slice(open + 2, end), name: text.slice(0, open) }, cause: text.slice(end + 3) };
};
