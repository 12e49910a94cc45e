import type { Token } from '../../domain/credentials/ports.ts';
import { noLongerConfigured } from '../../domain/providers/find-provider.ts';
import {
  CmdbError,
  ForbiddenError,
  ProviderFailedError,
  ProviderUnavailableError,
  UnavailableError,
  VaultError,
} from '../../foundation/errors.ts';
import { isOddAnswer, statusOf } from '../federation/client.ts';
import type { Access } from '../federation/derived-authorization.ts';
import type { Vault } from '../federation/vault.ts';
import type { ConfiguredProvider } from '../providers/configured.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { AuthorizationLine } from './authorization.ts';

export interface AuthorizationOptions {
  readonly configured: readonly ConfiguredProvider[];
  /** access to a provider that is not configured, from what its federation says about it, for the current deployment */
  readonly derived?: ((providerId: string) => Promise<Access | undefined>) | undefined;
  readonly secrets: Secrets;
  /** name of the secret with the Infrastructure Manager's own line */
  readonly ownSecret: string;
  /** token of the current deployment's owner */
  readonly token: Token;
  /** for providers whose credentials users store themselves */
  readonly vault?: Vault | undefined;
}

/** `fresh`: the lines of the call before were refused, so neither a token nor a secret in memory counts. `creating`: nothing exists yet at the provider. */
interface AuthorizationUse {
  readonly fresh?: boolean;
  readonly creating?: boolean;
}

export type Authorization = (providerId: string, options?: AuthorizationUse) => Promise<readonly AuthorizationLine[]>;

/**
 * The lines that go with every call for a provider: the Infrastructure Manager's own, then the cloud's. Where a line takes
 * an access token and the configuration has none, the owner's token is used: as `token` of the Infrastructure Manager, and
 * as `password` of an OpenStack with `3.x_oidc_access_token` (docs/contract/infrastructure-manager.md, "Authorization").
 * Missing credentials are never "not found", because that would mean that the infrastructure is gone. They are a
 * ProviderFailedError. If a secret of the installation is missing or badly written, and is needed to ask about an existing
 * infrastructure, they are a ProviderUnavailableError.
 */
export const authorizationLines =
  ({ configured, derived, secrets, ownSecret, token, vault }: AuthorizationOptions): Authorization =>
  async (providerId, { fresh = false, creating = false } = {}) => {
    const found: Access | undefined =
      configured.find((one) => one.id === providerId) ??
      (await translated(async () => derived?.(providerId), { creating }));
    if (!found) throw new ProviderFailedError(noLongerConfigured(providerId));
    const own = await ownLine(secrets, ownSecret, fresh);
    const { secret } = found;
    const rest =
      secret === undefined
        ? {}
        : await (creating ? secrets.read(secret, { fresh }) : installed(secrets, secret, fresh));
    const stored = found.vault ? await translated(() => storedCredentials(vault, token, found.id), { creating }) : {};
    const cloud = { id: lineId(found.id), ...found.credentials, ...rest, ...renamed(stored, found.tenantIs) };
    const needing = [[own, lacking(own)] as const, [cloud, found.takesToken ?? lacking(cloud)] as const];
    if (needing.every(([, key]) => key === undefined)) return [own, cloud];
    const users = await translated(() => usersToken(token, providerId, { fresh }), { creating });
    return needing.map(([line, key]) => (key === undefined ? line : { ...line, [key]: users }));
  };

/** The Infrastructure Manager's own line, as far as the installation has it. */
export const ownLine = async (secrets: Secrets, ownSecret: string, fresh = false): Promise<AuthorizationLine> => ({
  type: 'InfrastructureManager',
  ...(await installed(secrets, ownSecret, fresh)),
});

/** If an operator removed a secret or wrote it badly, the infrastructures made with it still exist. */
const installed = async (secrets: Secrets, name: string, fresh: boolean): Promise<Readonly<Record<string, string>>> => {
  try {
    return await secrets.read(name, { fresh });
  } catch (error) {
    if (!(error instanceof ProviderFailedError)) throw error;
    throw new ProviderUnavailableError(error.message, { cause: error, outageCause: 'credentials-refused' });
  }
};

/** The Infrastructure Manager accepts no id that starts with a digit, but the ids of a CMDB may. */
const lineId = (id: string): string => (/^\d/.test(id) ? `_${id}` : id);

const renamed = (stored: Readonly<Record<string, string>>, tenantIs: string | undefined): Record<string, string> => {
  const { tenant, ...rest } = stored;
  return { ...rest, ...(tenant !== undefined && { [tenantIs ?? 'tenant']: tenant }) };
};

/** The key of the line that takes the user's token. Undefined if the line says by itself who calls. */
const lacking = (line: AuthorizationLine): 'token' | 'password' | undefined => {
  if (line['type'] === 'InfrastructureManager') {
    return line['token'] === undefined && line['username'] === undefined ? 'token' : undefined;
  }
  return line['auth_version'] === '3.x_oidc_access_token' && line['password'] === undefined ? 'password' : undefined;
};

const usersToken = async (token: Token, providerId: string, options?: { readonly fresh: boolean }): Promise<string> => {
  const found = await token(options);
  if (found !== undefined) return found;
  throw new ProviderFailedError(
    `provider ${providerId} works with the user's own token, and none is kept for this deployment: configure tokenExchange for its issuer`,
  );
};

/** Tries again with a fresh token when Vault refuses the first one: it has expired, or the issuer has other keys by now. */
const storedCredentials = async (
  vault: Vault | undefined,
  token: Token,
  providerId: string,
): Promise<Readonly<Record<string, string>>> => {
  if (!vault) throw new ProviderFailedError(`provider ${providerId} needs Vault: configure services.vault_url`);
  for (const fresh of [false, true]) {
    try {
      const found = await vault.credentials(await usersToken(token, providerId, { fresh }), providerId);
      if (found !== 'expired') return found;
    } catch (error) {
      if (fresh || !(error instanceof VaultError) || ![400, 401, 403].includes(statusOf(error) ?? 0)) throw error;
    }
  }
  throw new ProviderUnavailableError('Vault accepts no token of this user: it says that each has expired');
};

const oddOrFinal = (error: VaultError | CmdbError, creating: boolean): Error => {
  if (creating || !isOddAnswer(error)) return new ProviderFailedError(error.message, { cause: error });
  const isRefused = [401, 403].includes(statusOf(error) ?? 0);
  return new ProviderUnavailableError(error.message, {
    cause: error,
    ...(isRefused && { outageCause: 'credentials-refused' }),
  });
};

const loginAgain = 'its owner has to sign in again and ask for a check of the deployment, which lets the service go on';

/**
 * Makes errors about a provider's credentials errors of that provider. The workflow waits for those that may pass: an odd answer
 * of a registry, such as the page of a proxy, says nothing about an infrastructure that exists.
 */
export const translated = async <T>(read: () => Promise<T>, { creating = false } = {}): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnavailableError) throw new ProviderUnavailableError(error.message, { cause: error });
    if (error instanceof VaultError || error instanceof CmdbError) throw oddOrFinal(error, creating);
    if (error instanceof ForbiddenError && creating)
      throw new ProviderFailedError(`${error.message}: sign in, and create the deployment again`, { cause: error });
    // what was made stands, and the next login of its owner reaches it again
    if (error instanceof ForbiddenError)
      throw new ProviderUnavailableError(`${error.message}: ${loginAgain}`, {
        cause: error,
        outageCause: 'login-ended',
      });
    throw error;
  }
};
