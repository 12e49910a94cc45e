import type { Token } from '../../domain/credentials/ports.ts';
import {
  CmdbError,
  ForbiddenError,
  ProviderFailedError,
  ProviderUnavailableError,
  UnavailableError,
  VaultError,
} from '../../foundation/errors.ts';
import type { Access } from '../federation/derived-authorization.ts';
import type { Vault } from '../federation/vault.ts';
import type { ConfiguredProvider } from '../providers/configured.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { AuthorizationLine } from './authorization.ts';

export interface AuthorizationOptions {
  readonly configured: readonly ConfiguredProvider[];
  /** for a provider that is not configured: what its federation says of it, for the deployment in hand */
  readonly derived?: ((providerId: string) => Promise<Access | undefined>) | undefined;
  readonly secrets: Secrets;
  /** name of the secret with the Infrastructure Manager's own line */
  readonly ownSecret: string;
  /** of the owner of the deployment in hand */
  readonly token: Token;
  /** for providers whose credentials users store themselves */
  readonly vault?: Vault | undefined;
}

/** `fresh`: the token that went with the call before was refused. `creating`: nothing stands yet at the provider. */
interface Asked {
  readonly fresh?: boolean;
  readonly creating?: boolean;
}

export type Authorization = (providerId: string, options?: Asked) => Promise<readonly AuthorizationLine[]>;

/**
 * The lines that go with every call for a provider: the Infrastructure Manager's own, then the cloud's. Where a line takes
 * an access token and the configuration has none, the owner's goes in: `token` of the Infrastructure Manager, `password` of
 * an OpenStack with `3.x_oidc_access_token` (docs/contract/infrastructure-manager.md, "Authorization"). What is missing is
 * never "not found": that would be taken for an infrastructure that is gone. It is a ProviderFailedError, and a
 * ProviderUnavailableError where a secret of the installation is missing or badly written that is needed to ask about what
 * stands.
 */
export const authorizationLines =
  ({ configured, derived, secrets, ownSecret, token, vault }: AuthorizationOptions): Authorization =>
  async (providerId, { fresh = false, creating = false } = {}) => {
    const found: Access | undefined =
      configured.find((one) => one.id === providerId) ?? (await translated(async () => derived?.(providerId)));
    if (!found) throw new ProviderFailedError(`provider ${providerId} is not configured any more`);
    const own = await ownLine(secrets, ownSecret);
    const { secret } = found;
    const rest = secret === undefined ? {} : await (creating ? secrets.read(secret) : installed(secrets, secret));
    const stored = found.vault ? await translated(() => storedCredentials(vault, token, found.id)) : {};
    const cloud = { id: lineId(found.id), ...found.credentials, ...rest, ...renamed(stored, found.tenantIs) };
    const taking = [[own, lacking(own)] as const, [cloud, found.takesToken ?? lacking(cloud)] as const];
    if (taking.every(([, key]) => key === undefined)) return [own, cloud];
    const users = await translated(() => usersToken(token, providerId, { fresh }));
    return taking.map(([line, key]) => (key === undefined ? line : { ...line, [key]: users }));
  };

/** The Infrastructure Manager's own line, as far as the installation has it. */
export const ownLine = async (secrets: Secrets, ownSecret: string): Promise<AuthorizationLine> => ({
  type: 'InfrastructureManager',
  ...(await installed(secrets, ownSecret)),
});

/** A secret that an operator took away or wrote badly says nothing of what was made with it. */
const installed = async (secrets: Secrets, name: string): Promise<Readonly<Record<string, string>>> => {
  try {
    return await secrets.read(name);
  } catch (error) {
    if (!(error instanceof ProviderFailedError)) throw error;
    throw new ProviderUnavailableError(error.message, { cause: error, hindrance: 'credentials-refused' });
  }
};

/** The Infrastructure Manager takes no id that starts with a digit, and ids of a CMDB may. */
const lineId = (id: string): string => (/^\d/.test(id) ? `_${id}` : id);

const renamed = (stored: Readonly<Record<string, string>>, tenantIs: string | undefined): Record<string, string> => {
  const { tenant, ...rest } = stored;
  return { ...rest, ...(tenant !== undefined && { [tenantIs ?? 'tenant']: tenant }) };
};

/** The key of the line that the user's token belongs to, when nothing else is there to say who calls. */
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

/** Once more with a fresh token when Vault says that the first has expired. */
const storedCredentials = async (
  vault: Vault | undefined,
  token: Token,
  providerId: string,
): Promise<Readonly<Record<string, string>>> => {
  if (!vault) throw new ProviderFailedError(`provider ${providerId} needs Vault: configure services.vault_url`);
  for (const fresh of [false, true]) {
    const found = await vault.credentials(await usersToken(token, providerId, { fresh }), providerId);
    if (found !== 'expired') return found;
  }
  throw new ProviderUnavailableError('Vault takes no token of this user: each has expired, it says');
};

/** What goes wrong on the way to a provider's credentials concerns that provider, and one that is passing is waited for. */
export const translated = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnavailableError) throw new ProviderUnavailableError(error.message, { cause: error });
    if (error instanceof VaultError || error instanceof CmdbError)
      throw new ProviderFailedError(error.message, { cause: error });
    if (error instanceof ForbiddenError) {
      throw new ProviderFailedError(`${error.message}: sign in, and create the deployment again`, { cause: error });
    }
    throw error;
  }
};
