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
