/** What a check of a deployment found: docs/decisions/0079. */

/**
 * missing         it is gone
 * changed         a property is not as it was when the last operation ended
 * stopped         nobody asked the service to stop it
 * unknown         it stands, and the template does not ask for it
 * ignored         a difference that is no drift; `why` says the reason
 * not-checked     nothing was heard of it, such as during an outage
 * not-comparable  the provider cannot compare it
 */
export const findingKinds = [
  'missing',
  'changed',
  'stopped',
  'unknown',
  'ignored',
  'not-checked',
  'not-comparable',
] as const;
export type FindingKind = (typeof findingKinds)[number];

export interface Finding {
  /** name of the node template, or the provider's name of a part that belongs to no node */
  readonly node: string;
  readonly is: FindingKind;
  /** id of the resource; absent: it is no resource of the deployment */
  readonly resource?: string;
  /** the provider's id of the part */
  readonly part?: string;
  readonly property?: string;
  readonly old?: string;
  readonly new?: string;
  readonly why?: string;
  /** all of the infrastructure is gone, so no repair can make a part of it again */
  readonly isWhole?: true;
}

export const verdicts = ['in-order', 'drifted', 'not-checked', 'nothing-stands'] as const;
export type Verdict = (typeof verdicts)[number];

const drift: ReadonlySet<FindingKind> = new Set(['missing', 'changed', 'stopped', 'unknown']);

export const isDrift = ({ is }: Pick<Finding, 'is'>): boolean => drift.has(is);

/** The thing that a finding is about: several properties of it have the same key. */
export const keyOf = ({ node, resource, part }: Finding): string => resource ?? `${node} ${part ?? ''}`;

/** How many things have drifted: several properties of one thing count once. */
export const countDrifted = (findings: readonly Finding[]): number => new Set(findings.filter(isDrift).map(keyOf)).size;

/** drifted before not-checked before in-order: a part that was not seen must not hide one that has drifted. */
export const verdictOf = (findings: readonly Finding[]): Verdict => {
  if (findings.some(isDrift)) return 'drifted';
  return findings.some(({ is }) => is === 'not-checked') ? 'not-checked' : 'in-order';
};

/** Whether two checks found the same; their order does not count. */
export const isSame = (one: readonly Finding[], other: readonly Finding[]): boolean => textOf(one) === textOf(other);

const textOf = (findings: readonly Finding[]): string =>
  JSON.stringify(
    findings
      .filter(isDrift)
      .map(({ node, is, resource, part, property, old, new: now }) =>
        JSON.stringify([node, is, resource, part, property, old, now]),
      )
      .toSorted(),
  );

/** A finding in a line, such as `worker: cpu.count was 2 and is 4`. */
export const findingLine = ({ node, is, part, property, old, new: now, why }: Finding): string => {
  const name = part === undefined ? node : `${node} (${part})`;
  if (is === 'changed') return `${name}: ${property} was ${old ?? 'not set'} and is ${now ?? 'not set'}`;
  const words = is.replace('-', ' ');
  return why === undefined ? `${name}: ${words}` : `${name}: ${words}: ${why}`;
};
