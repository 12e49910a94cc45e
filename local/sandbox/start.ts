import type { Sandbox, SandboxProvider } from './sandbox.ts';
/**
 * The sandbox: a token issuer, two clouds behind an Infrastructure Manager, and AWS, on loopback, for a laptop and for
 * tests.
 */

import { join } from 'node:path';
import { awsProviders, awsSecrets, batchProviders } from './aws/providers.ts';
import { type AwsServer, startAws } from './aws/server.ts';
import { type Clock, systemClock } from './clock.ts';
import { organisation } from './federation/data.ts';
import { type FederationServer, isGood, startFederation } from './federation/server.ts';
import { withTokenExchange } from './federation/token-issuers.ts';
import { type Cloud, Clouds, cloudPassword } from './im/clouds.ts';
import { startManager } from './im/server.ts';
import { Infrastructures } from './im/store.ts';
import { administrators, audience, type Issuer, startIssuer } from './issuer.ts';

export { PortTakenError } from './listen.ts';

export interface SandboxOptions {
  /** directory for keys, clouds and infrastructures; absent: nothing outlives the process */
  readonly dataDirectory?: string;
  /** 0: any free port; default: two above the service's default */
  readonly imPort?: number;
  /** 0: any free port; default: one above the service's default */
  readonly issuerPort?: number;
  readonly clock?: Clock;
  /** port for the services of a federation; 0: any free port; absent: no federation */
  readonly federationPort?: number;
  /** port for the APIs of AWS; 0: any free port; absent: no AWS */
  readonly awsPort?: number;
  /** how long the resources of AWS take, against what they take there; default: a fifth */
  readonly awsPace?: number;
  /** for a clock that a test moves: processes of jobs take no time on it */
  readonly instantJobs?: boolean;
}

/** Ports next to the service's. They are the same at each start, because people write them down. */
export const sandboxPorts = (servicePort: number, federated = false): Ports => {
  const after = (distance: number): number => (servicePort === 0 ? 0 : servicePort + distance);
  return { issuerPort: after(1), imPort: after(2), awsPort: after(4), ...(federated && { federationPort: after(3) }) };
};

type Ports = { issuerPort: number; imPort: number; awsPort?: number; federationPort?: number };

const imSecret = 'infrastructure-manager';

const providerOf = (cloud: Cloud, index: number): SandboxProvider => ({
  id: cloud.id,
  name: cloud.name,
  priority: index + 1,
  credentials: { id: cloud.id, type: 'OpenStack', host: cloud.host, tenant: 'sandbox', auth_version: '3.x_password' },
  secret: cloud.id,
});

const secretsOf = (clouds: readonly Cloud[]): Sandbox['secrets'] => ({
  [imSecret]: { type: 'InfrastructureManager', username: 'toscanini', password: 'im-sandbox-password' },
  ...Object.fromEntries(clouds.map(({ id }) => [id, { username: 'toscanini', password: cloudPassword }])),
});

const trust = ({ url, jwksUri }: Issuer): Sandbox['trustedIssuers'][number] => ({
  issuer: url,
  audience,
  groupsClaim: 'groups',
  adminGroup: administrators,
  jwksUri,
  organisation,
});

const begin = (port: number | undefined, clouds: Clouds, issuer: Issuer): Promise<FederationServer> | undefined =>
  port === undefined ? undefined : startFederation({ port, clouds: clouds.list(), issuer });

const beginAws = (
  { awsPace: pace = 0.2, instantJobs = false }: SandboxOptions,
  port: number | undefined,
  clock: Clock,
  directory: string | undefined,
): Promise<AwsServer> | undefined =>
  port === undefined ? undefined : startAws({ port, clock, pace, instantJobs, ...(directory && { directory }) });

/** The service's configuration for this sandbox. */
const settings = (clouds: Clouds, issuer: Issuer, federation: FederationServer | undefined, directory?: string) => {
  const plain = {
    trustedIssuers: [trust(issuer)],
    providers: clouds.list().map(providerOf),
    secrets: secretsOf(clouds.list()),
  };
  if (!federation) return plain;
  return { ...withTokenExchange(plain, imSecret, `${federation.url}/issuer/token`, directory), federation };
};

const withAws = <S extends Pick<Sandbox, 'providers' | 'secrets'>>(plain: S, aws: AwsServer | undefined): S =>
  aws === undefined
    ? plain
    : {
        ...plain,
        providers: [...plain.providers, ...awsProviders, ...batchProviders],
        secrets: { ...plain.secrets, ...awsSecrets },
      };

/** Throws PortTakenError when a port is in use. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { awsPort: _none, ...fixed } = sandboxPorts(8080);
  const ports: Ports = { ...fixed, ...options };
  const { dataDirectory, clock = systemClock } = options;
  const directory = dataDirectory && join(dataDirectory, 'sandbox');
  const clouds = new Clouds(directory);
  const issuer = await startIssuer({ port: ports.issuerPort, dataDirectory: directory });
  try {
    clouds.trust((token) => isGood(issuer, token));
    const sandbox = { clock, clouds, infrastructures: new Infrastructures(directory) };
    const manager = await startManager(sandbox, issuer, ports.imPort);
    const federation = await begin(ports.federationPort, clouds, issuer);
    const aws = await beginAws(options, ports.awsPort, clock, directory);
    return {
      issuer: issuer.address,
      imUrl: manager.url,
      imSecret,
      ...(aws && { awsUrl: aws.url, answerAws: aws.answer }),
      ...withAws(settings(clouds, issuer, federation, directory), aws),
      token: (wish) => issuer.token(wish),
      stop: async () => {
        await Promise.all([manager.stop(), issuer.stop(), federation?.stop(), aws?.stop()]);
        sandbox.infrastructures.close();
      },
    };
  } catch (cause) {
    await issuer.stop();
    throw cause;
  }
}
