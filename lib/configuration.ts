import { z } from 'zod';
import { tokenExchangeSchema } from '../src/adapters/issuers.ts';
import { offerSchema } from '../src/adapters/providers-offer.ts';
import { customDomain, throttling, webAcl } from './gateway-configuration.ts';
import { vpc } from './network.ts';

/**
 * Everything a team changes, checked when the app is synthesised: unknown keys are refused, so that a slip of the pen
 * is an error and not a setting without effect. The values stand in toscanini.config.ts.
 */

const url = z.url({ protocol: /^https?$/ });

const issuer = z.strictObject({
  /** exactly as in the tokens' `iss` claim */
  issuer: url,
  /** tokens for another audience are refused; absent: any audience */
  audience: z.string().min(1).optional(),
  /** the claim that lists the caller's groups; absent: groups are not checked (design section 3, userGroup) */
  groupsClaim: z.string().min(1).optional(),
  /** members of this group are administrators; needs groupsClaim */
  adminGroup: z.string().min(1).optional(),
  /** the customer at SLAM for its users' deployments of no group; absent: those need a group */
  organisation: z.string().min(1).optional(),
  /** lets the service act for its users; absent: it uses credentials of its own (docs/decisions/0014) */
  tokenExchange: tokenExchangeSchema.optional(),
  /** absent: found through the issuer's discovery document */
  jwksUri: url.optional(),
});

/** Keys of an authorization line that nobody but Secrets Manager may hold (im-api.md section 3). */
const secretKeys = ['password', 'token', 'private_key'];

const provider = z.strictObject({
  id: z
    .string()
    .regex(
      /^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/,
      'an id starts with a letter, a digit, "_" or "." and goes on with letters, digits, "_", ".", "-"',
    ),
  name: z.string().min(1),
  /** lower is tried first */
  priority: z.number().int().default(100),
  /** only these groups' deployments, at whichever issuer unless `issuers` names some; absent: everybody's */
  groups: z.array(z.string().min(1)).optional(),
  ...offerSchema,
  /** the public keys of the Infrastructure Manager's authorization line: type, host, tenant, … */
  credentials: z
    .record(z.string(), z.string())
    .refine(
      (line) => secretKeys.every((key) => !(key in line)),
      `${secretKeys.join(', ')} are secret: put them into the secret that \`secret\` names`,
    ),
  /** the rest of the line is the user's own, in Vault under this provider's id; needs services.vault_url */
  vault: z.literal(true).optional(),
  /** the secret that holds the rest of the line: password, token, … */
  secret: z.string().min(1).optional(),
});

const bucketName = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'this is no name of a bucket');

/** A place for replicas of files: docs/decisions/0020. */
const storageElement = z.strictObject({
  /** as replication expressions name it */
  name: z.string().regex(/^[A-Za-z0-9._-]+$/, 'a name has letters, digits, ".", "_" and "-"'),
  /** `incoming` is the stack's own bucket for new files */
  bucket: bucketName,
  /** of the bucket; absent: the stack's */
  region: z.string().min(1).optional(),
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
});

const files = z.strictObject({
  /** buckets beside the stack's own whose new files trigger schedules; they must send events to EventBridge */
  buckets: z.array(bucketName).default([]),
  /** bucket (`incoming`: the stack's own) -> groups that may have schedules for its files; one not named here: everybody */
  readers: z.record(bucketName, z.array(z.string().min(1))).default({}),
  /** where schedules may want replicas */
  elements: z.array(storageElement).default([]),
});

const logRetention = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

interface Guarded {
  readonly issuers: readonly z.output<typeof issuer>[];
  readonly providers: readonly z.output<typeof provider>[];
}

/** Groups that nobody is held to: an issuer that tells none lets its users name any (design section 3, userGroup). */
const refuseOpenDoors = ({ issuers, providers }: Guarded, context: z.RefinementCtx): void => {
  const silent = issuers.filter(({ groupsClaim }) => groupsClaim === undefined);
  const refuse = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message });
  for (const one of silent)
    if (one.adminGroup !== undefined)
      refuse(['issuers', issuers.indexOf(one), 'adminGroup'], 'nobody would be in it: say in groupsClaim who is');
  for (const [index, { groups, issuers: only }] of providers.entries()) {
    const open = silent.filter(({ issuer }) => groups !== undefined && (only?.includes(issuer) ?? true));
    const names = open.map(({ issuer }) => issuer).join(', ');
    if (open.length > 0)
      refuse(
        ['providers', index, 'groups'],
        `users of ${names} may name any group: give it a groupsClaim, or name in the provider's issuers only such as have one`,
      );
  }
};

const ownName = (domain: { readonly name: string } | undefined) => domain && `https://${domain.name}`;

const schema = z
  .strictObject({
    issuers: z.array(issuer),
    infrastructureManager: z.strictObject({
      url,
      /** the secret with its own authorization line; absent: one is made, with a generated password */
      secret: z.string().min(1).optional(),
      /** form of the Authorization header; `lines` for releases before 1.19.1, which read no JSON */
      authorization: z.enum(['json', 'lines']).default('json'),
    }),
    providers: z.array(provider),
    /** what GET /configuration answers beside im_url (interface.md, Configuration) */
    services: z
      .strictObject({
        cpr_url: url.optional(),
        slam_url: url.optional(),
        cmdb_url: url.optional(),
        monitoring_url: url.optional(),
        vault_url: url.optional(),
      })
      .default({}),
    /** what schedules watch and where files are replicated to */
    files: files.prefault({}),
    /** role of the JWT login at Vault; absent: the default role there */
    vaultRole: z.string().min(1).optional(),
    /** the API under a name of the team's own; absent: the one that API Gateway gives */
    customDomain: customDomain.optional(),
    /** base of every link; absent: the custom domain, or as the request came in (a proxy in front says so here) */
    publicBaseUrl: url.optional(),
    /** whether create and single get say who made a deployment: older dashboards break without (interface.md says no) */
    createdByInDetails: z.boolean().default(false),
    /** of a web ACL that the team keeps; absent: none */
    webAcl: webAcl.optional(),
    /** how often the API may be asked */
    throttling,
    /** the network in which functions run; absent: Lambda's own, from which every public address is reached */
    vpc: vpc.optional(),
    /** how much may run at once, for the sake of what else the account runs */
    limits: z
      .strictObject({
        /** functions that match files with schedules; more files wait in the queue */
        filesAtOnce: z.number().int().min(2).max(1000).default(50),
      })
      .prefault({}),
    /** who gets a mail when something is lost or late; the address must confirm it once */
    alarms: z.strictObject({ email: z.email().optional() }).default({}),
    /** whether requests, functions and workflows leave traces in X-Ray */
    tracing: z.boolean().default(true),
    /** days that logs of functions, workflows and the gateway are kept: one of the numbers that CloudWatch takes */
    logRetentionDays: z.literal(logRetention).default(90),
    retention: z
      .strictObject({
        /** days that a callback is kept; it is tried for one */
        notificationDays: z.number().int().min(2).default(2),
        /** days that what could not be handled waits for an operator: SQS keeps it for fourteen at most */
        deadLetterDays: z.number().int().min(1).max(14).default(14),
      })
      .prefault({}),
  })
  .superRefine(refuseOpenDoors)
  .transform((values) => ({ ...values, publicBaseUrl: values.publicBaseUrl ?? ownName(values.customDomain) }));

export type Configuration = z.output<typeof schema>;
export type ConfigurationInput = z.input<typeof schema>;

/** Throws one Error that names every mistake and where it stands. */
export const configuration = (input: unknown): Configuration => {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new Error(`toscanini.config.ts is not right:\n${z.prettifyError(parsed.error)}`);
};
