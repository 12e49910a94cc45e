import type { ClusterCredentials, Token } from '../../domain/credentials/ports.ts';
import type { TrustedIssuer } from '../identity/identity.ts';
import { type Secrets, secretMember } from '../secrets/secrets.ts';
import { translated } from './provider-authorization.ts';

interface Options {
  readonly issuers: readonly Pick<TrustedIssuer, 'issuer' | 'tokenExchange'>[];
  readonly secrets: Secrets;
  /** token of the deployment's owner */
  readonly token: Token;
}

/** Credentials for elastic clusters: a fresh token of the owner, and the client that the issuer has for clusters. */
export const clusterCredentials = ({ issuers, secrets, token }: Options): ClusterCredentials => {
  const exchangeOf = (issuer: string) => issuers.find((one) => one.issuer === issuer)?.tokenExchange;
  return {
    lacking: (issuer) => {
      const exchange = exchangeOf(issuer);
      if (exchange === undefined) return 'exchange';
      return exchange.clusterClientId === undefined ? 'client' : 'nothing';
    },
    issue: async (issuer) => {
      const exchange = exchangeOf(issuer);
      const accessToken = exchange && (await translated(() => token({ fresh: true })));
      if (exchange === undefined || accessToken === undefined) return undefined;
      const { clusterClientId: id, secret } = exchange;
      if (id === undefined) return { accessToken };
      return { accessToken, client: { id, secret: await secretMember(secrets, secret, 'clusterClientSecret') } };
    },
  };
};
