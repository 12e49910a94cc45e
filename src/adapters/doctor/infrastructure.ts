import * as v from 'valibot';
import { usualKind } from '../../domain/deployers/kinds.ts';
import type { Deployer } from '../../domain/deployers/ports.ts';
import type { Check } from '../../domain/doctor/examination.ts';
import { type ImOptions, sessions } from '../infrastructure-manager/session.ts';
import type { ConfiguredProvider } from '../providers/configured.ts';
import { restClient } from '../rest/client.ts';
import { type Secrets, secretMember } from '../secrets/secrets.ts';

export interface InfrastructureOptions {
  /** absent: no provider needs an Infrastructure Manager */
  readonly manager?: ImOptions | undefined;
  /** of the providers with a deployer of another kind */
  readonly deployerOf: (providerId: string) => Pick<Deployer, 'list'>;
  readonly providers: readonly ConfiguredProvider[];
  readonly secrets: Secrets;
}

/** Whether the credentials for a provider belong to the installation. Other providers cannot be checked without a user. */
const isOurs = ({ vault, credentials, secret }: ConfiguredProvider): boolean =>
  vault !== true && !(credentials?.['auth_version'] === '3.x_oidc_access_token' && secret === undefined);

/** Checks that the Infrastructure Manager answers and accepts our credentials, and that each cloud behind it does too. */
export const infrastructureChecks = (options: InfrastructureOptions): readonly Check[] => {
  const { manager, providers, deployerOf } = options;
  const own = providers.filter(({ deployer = usualKind }) => deployer !== usualKind);
  return [
    ...(manager === undefined ? [] : managerChecks(manager, providers)),
    ...(providers.length > 0 ? [] : [noProvider]),
    ...own.map((provider) => account(provider, deployerOf)),
  ];
};

const managerChecks = (manager: ImOptions, providers: InfrastructureOptions['providers']): readonly Check[] => {
  const ours = providers.filter((provider) => (provider.deployer ?? usualKind) === usualKind && isOurs(provider));
  const [first] = ours;
  return [
    answering(manager.url),
    ...(first === undefined ? [] : [accepted(manager, first)]),
    ...ours.map((provider) => cloud(manager, provider)),
  ];
};

const answering = (url: string): Check => ({
  subject: `Infrastructure Manager ${url}`,
  run: async () => {
    const client = restClient({ name: 'the Infrastructure Manager', url, deadlineMs: 10_000 });
    const { text } = await client.send({ method: 'GET', path: '/version' });
    return `is release ${/(?<![\d.])\d+(?:\.\d+)+/.exec(text)?.[0] ?? 'unknown'}`;
  },
  advice: 'see that it runs, that `infrastructureManager.url` is right, and that the functions can reach it (`vpc`)',
});

const accepted = (manager: ImOptions, { id }: ConfiguredProvider): Check => ({
  subject: 'credentials at the Infrastructure Manager',
  run: async () => {
    const session = await sessions(manager)(id);
    await session.send('list', { method: 'GET', path: '/infrastructures', deadlineMs: 10_000 });
    return 'are taken';
  },
  advice:
    'put the user name and password into the secret that `infrastructureManager.secret` names; never change those by which infrastructures were made, since they own them',
});

const noProvider: Check = {
  subject: 'providers',
  run: () => Promise.reject(new Error('none is configured')),
  advice: 'nothing can be deployed: name a provider in the configuration, unless a federation ranks them',
};

const quotas = v.object({ quotas: v.record(v.string(), v.unknown()) });

/** Asks the cloud itself through the manager, since only the cloud knows that a password has expired. */
const cloud = (manager: ImOptions, { id, secret }: ConfiguredProvider): Check => ({
  subject: `provider ${id}`,
  run: async () => {
    const session = await sessions(manager)(id);
    const lineId = session.lines[1]?.['id'] ?? id;
    const path = `/clouds/${encodeURIComponent(lineId)}/quotas`;
    try {
      await session.read('list', { method: 'GET', path, deadlineMs: 20_000 }, quotas);
      return 'takes the credentials';
    } catch (error) {
      if (notForThisKind.test(error instanceof Error ? error.message : ''))
        return 'is of a kind that cannot be checked';
      throw error;
    }
  },
  advice: `see that the cloud runs and takes the credentials of the configuration${secret === undefined ? '' : ` and of secret ${secret}`}`,
});

/** Lists what is there: that shows that the role may be assumed and that CloudFormation or Batch answers. */
const account = ({ id, stack, batch }: ConfiguredProvider, deployerOf: InfrastructureOptions['deployerOf']): Check => {
  const region = stack?.region ?? batch?.region ?? '';
  const [what, service, key] = batch ? ['groups of jobs', 'AWS Batch', 'batch'] : ['stacks', 'CloudFormation', 'stack'];
  return {
    subject: `provider ${id}`,
    run: async () => `has ${(await deployerOf(id).list()).length} ${what} of this service in ${region}`,
    advice: `see that ${service} may be used in ${region}, and that \`${key}.roleArn\` and the external id in \`secret\` are right`,
  };
};

/** The manager's answers for clouds whose connector does not support quotas. */
const notForThisKind = /not (?:implemented|supported|available)|NotImplemented/i;

/** Checks that a secret exists and has the members that the service reads. */
export const secretCheck = (secrets: Secrets, name: string, members: readonly string[], what: string): Check => ({
  subject: `secret ${name}`,
  run: async () => {
    await secrets.read(name);
    for (const member of members) await secretMember(secrets, name, member);
    return `is there (${what})`;
  },
  advice: adviceFor(name, members),
});

const adviceFor = (name: string, members: readonly string[]): string => {
  const value = `'{${(members.length > 0 ? members : ['password']).map((member) => `"${member}":"…"`).join(',')}}'`;
  return name.startsWith('ssm:')
    ? `make it: aws ssm put-parameter --type SecureString --name ${name.slice(4)} --value ${value}`
    : `make it: aws secretsmanager create-secret --name ${name} --secret-string ${value}`;
};
