import type { Dependency } from '../../domain/dependencies/check-dependencies.ts';
import { discoveryOf, fetchKeys } from '../identity/issuer-keys.ts';
import type { AuthorizationLine } from '../infrastructure-manager/authorization.ts';
import { list } from '../infrastructure-manager/search.ts';
import { type ImOptions, sessions } from '../infrastructure-manager/session.ts';
import { RestError, restClient } from '../rest/client.ts';

export interface DependencyOptions {
  /** absent: the installation has none */
  readonly infrastructureManager?: Pick<ImOptions, 'url' | 'authorizationForm'> | undefined;
  /** the authorization line of the Infrastructure Manager itself */
  readonly ownLine: () => Promise<AuthorizationLine>;
  /** `slam_url`, … as GET /configuration shows them */
  readonly services: Readonly<Record<string, string>>;
  readonly issuers: readonly { readonly issuer: string; readonly jwksUri?: string | undefined }[];
}

/** Short enough for one run of the function to ask them all. */
const deadlineMs = 15_000;

export const dependenciesOf = (options: DependencyOptions): readonly Dependency[] => {
  const { services, issuers, infrastructureManager: manager } = options;
  const others = Object.entries(services).filter(([name]) => name !== 'im_url');
  return [
    ...(manager ? [{ name: 'infrastructure-manager', ask: () => askInfrastructureManager(manager, options) }] : []),
    ...others.map(([name, url]) => ({ name: name.replace(/_url$/, ''), ask: () => askService(name, url) })),
    ...issuers.map(({ issuer, jwksUri }) => ({
      name: issuer,
      ask: async () => void (await fetchKeys(jwksUri ?? discoveryOf(issuer))),
    })),
  ];
};

/**
 * Lists its infrastructures. This touches no cloud and shows whether our credentials are valid. Without credentials of our
 * own it only asks for the version.
 */
const askInfrastructureManager = async (
  infrastructureManager: NonNullable<DependencyOptions['infrastructureManager']>,
  { ownLine }: DependencyOptions,
): Promise<void> => {
  const own = await ownLine();
  const isOurs = own['username'] !== undefined || own['token'] !== undefined;
  const session = await sessions({ ...infrastructureManager, deadlineMs, authorization: async () => [own] })('');
  if (isOurs) await list(session);
  else await session.send('list', { method: 'GET', path: '/version' });
};

/** Any answer below 500 shows that the service is up, since without a user's token it may refuse the call. */
const askService = async (name: string, url: string): Promise<void> => {
  try {
    await restClient({ name, url, deadlineMs }).send({ method: 'GET', path: '/' });
  } catch (error) {
    if (!(error instanceof RestError) || error.status === undefined || error.status >= 500) throw error;
  }
};
