/** What went wrong at a provider, in a line. */
export interface ProviderCause {
  /** absent: none was asked */
  readonly provider?: { readonly id: string; readonly name: string };
  /** name of the node that went wrong; absent: nobody says which */
  readonly node?: string;
  /** begins with the name of the node, if there is one */
  readonly cause: string;
}

/** `Cloud A: server: No valid host was found.` */
export const causeLine = ({
  provider,
  cause,
}: {
  readonly provider?: ProviderCause['provider'] | undefined;
  readonly cause: string;
}): string => (provider === undefined ? cause : `${provider.name}: ${cause}`);

type CauseParts = Parameters<typeof causeLine>[0] & { readonly detail?: string | undefined };

export interface SharedCause {
  /** names of the providers; empty: it is no provider's */
  readonly names: readonly string[];
  readonly cause: string;
  readonly detail?: string | undefined;
}

/** Providers with the same cause are named together. */
export const sharedCauses = (causes: readonly CauseParts[]): readonly SharedCause[] =>
  [
    ...Map.groupBy(causes, ({ provider, cause, detail }) => JSON.stringify([provider === undefined, cause, detail])),
  ].map(([, same]) => {
    const [{ cause, detail } = { cause: '' }] = same as readonly CauseParts[];
    return { names: same.flatMap(({ provider }) => provider?.name ?? []), cause, detail };
  });

/** A line for each cause; providers with the same one share a line. */
export const causeLinesOf = (causes: readonly Omit<CauseParts, 'detail'>[]): readonly string[] =>
  sharedCauses(causes.map(({ provider, cause }) => ({ provider, cause }))).map(({ names, cause }) =>
    names.length === 0 ? cause : `${names.join(', ')}: ${cause}`,
  );
