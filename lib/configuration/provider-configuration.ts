import * as v from 'valibot';
import { secretName } from '../../src/adapters/identity/issuers.ts';
import { batchEntries } from '../../src/adapters/providers/batch.ts';
import { offerSchema } from '../../src/adapters/providers/offer.ts';
import { stackEntries } from '../../src/adapters/providers/stack.ts';
import { type Refuse, recordOf, strict, text, wholeNumber } from '../../src/foundation/shape/schemas.ts';
import { withoutRights } from '../rights/allowed.ts';
import { isListed, listedOn } from '../rights/handlers.ts';

/**
 * Keys of an authorization line that may only be in Secrets Manager (docs/contract/infrastructure-manager.md,
 * "Authorization").
 */
const secretKeys = ['password', 'token', 'private_key'];

export const provider = strict({
  id: v.pipe(
    v.string(),
    v.regex(
      /^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/,
      'an id starts with a letter, a digit, "_" or "."; the rest are letters, digits, "_", "." and "-"',
    ),
  ),
  name: text,
  /** providers with a lower number are tried first */
  priority: v.optional(wholeNumber, 100),
  /**
   * only deployments of these groups may use the provider, for every issuer unless `issuers` names some; absent: all may
   * use it
   */
  groups: v.optional(v.array(text)),
  ...offerSchema,
  /** what CloudFormation may make, and where; absent: with `deployer: 'cloudformation'`, the region of this installation */
  stack: v.optional(strict({ ...stackEntries, region: v.optional(stackEntries.region) })),
  /** what AWS Batch may run, and where; without `queues`: the installation's own job queue, in its region */
  batch: v.optional(
    strict({
      ...batchEntries,
      region: v.optional(batchEntries.region),
      queues: v.optional(batchEntries.queues),
    }),
  ),
  /** the public keys of the Infrastructure Manager's authorization line: type, host, tenant, … */
  credentials: v.optional(
    v.pipe(
      recordOf(v.string(), v.string()),
      v.check(
        (line) => secretKeys.every((key) => !(key in line)),
        `${secretKeys.join(', ')} are secret: put them into the secret that \`secret\` names`,
      ),
    ),
  ),
  /** the rest of the line belongs to the user and is in Vault under this provider's id; needs services.vault_url */
  vault: v.optional(v.literal(true)),
  /** the secret that holds the rest of the line: password, token, …; for CloudFormation the `externalId` of its role */
  secret: v.optional(secretName),
});

interface Deploying {
  readonly infrastructureManager?: object | undefined;
  readonly providers: readonly { readonly id: string; readonly deployer?: string | undefined }[];
  readonly services: { readonly slam_url?: string | undefined };
}

/** Refuses an installation that needs an Infrastructure Manager and names none. */
export const refuseWithoutManager = (
  { infrastructureManager, providers, services }: Deploying,
  refuse: Refuse,
): void => {
  if (infrastructureManager !== undefined) return;
  const [first] = providers.filter(({ deployer = 'infrastructure-manager' }) => deployer === 'infrastructure-manager');
  const needs =
    first === undefined ? services.slam_url && 'a federation ranks the providers' : `provider ${first.id} needs it`;
  if (needs)
    refuse(['infrastructureManager'], `is missing, and ${needs}: give its url, or the provider another deployer`);
};

type Provider = v.InferOutput<typeof provider>;

/** Refuses allowed types whose rights AWS does not publish and nobody names: CloudFormation could not make them. */
export const refuseUnknownRights = (
  { providers }: { readonly providers: readonly Pick<Provider, 'stack'>[] },
  refuse: Refuse,
): void => {
  for (const [index, { stack = {} }] of providers.entries()) {
    // in another account its owner gives the rights
    const types = stack.roleArn === undefined ? withoutRights(stack) : [];
    if (types.length > 0)
      refuse(
        ['providers', index, 'stack', 'allowedTypes'],
        `AWS publishes no rights for ${types.map(typeInWords).join(', ')}: name their actions in stack.typeActions, [] for those that nobody needs`,
      );
  }
};

/** A misspelt type looks like one without rights. */
const typeInWords = (type: string): string =>
  isListed(type) || !type.startsWith('AWS::') ? type : `${type} (in AWS's list of ${listedOn} there is no such type)`;

/** Refuses queues whose region or account is unknown: what the installation makes is in its own. */
export const refuseQueuesElsewhere = (
  { providers }: { readonly providers: readonly Pick<Provider, 'batch'>[] },
  refuse: Refuse,
): void => {
  for (const [index, { batch = {} }] of providers.entries()) {
    const at = (key: string): [string, number, ...string[]] => ['providers', index, 'batch', key];
    if (batch.queues !== undefined) {
      if (batch.region === undefined) refuse(at('region'), 'is missing: queues of your own are in a region');
      continue;
    }
    for (const key of ['region', 'roleArn'] as const) {
      if (batch[key] !== undefined)
        refuse(at(key), `needs queues: without them, jobs run on this installation's own job queue`);
    }
  }
};

/** The providers of an installation that configures none: its own account, in its own region. */
const ownAccount: readonly Provider[] = [
  { id: 'aws', name: 'AWS', priority: 1, deployer: 'cloudformation' },
  { id: 'jobs', name: 'AWS Batch', priority: 2, deployer: 'batch' },
];

interface Chosen {
  readonly providers?: readonly Provider[] | undefined;
  readonly services: { readonly slam_url?: string | undefined };
}

/** With the installation's own account where no provider is configured and no federation ranks them. */
export const withProviders = <T extends Chosen>(values: T) => {
  const { providers = values.services.slam_url === undefined ? ownAccount : [] } = values;
  const described = providers.map((one) => ({
    ...one,
    ...(one.deployer === 'cloudformation' && { stack: one.stack ?? {} }),
    ...(one.deployer === 'batch' && { batch: one.batch ?? {} }),
  }));
  return { ...values, providers: described };
};
