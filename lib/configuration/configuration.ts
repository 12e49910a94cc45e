import * as v from 'valibot';
import { secretName } from '../../src/adapters/identity/issuers.ts';
import { offerSchema } from '../../src/adapters/providers/offer.ts';
import { examine, listed } from '../../src/foundation/shape/examine.ts';
import { judged, recordOf, strict, text, wholeNumber } from '../../src/foundation/shape/schemas.ts';
import { files } from './file-configuration.ts';
import { cors, customDomain, throttling, webAcl } from './gateway-configuration.ts';
import { accountId, installationName, keyArns, otherTables, regionName } from './installation.ts';
import { issuer, refuseOpenDoors, url } from './issuer-configuration.ts';
import { limits } from './limits.ts';
import { vpc } from './network.ts';
import { refuseScattered } from './secret-folders.ts';

/**
 * Everything a team changes, checked when the app is synthesised: unknown keys are refused, so that a slip of the pen
 * is an error and not a setting without effect. The values stand in toscanini.config.ts.
 */

const folder = v.pipe(
  v.string(),
  v.regex(/^[\w.-]+(?:\/[\w.-]+)*$/, 'a folder has letters, digits, "_", "." and "-", and "/" between its parts only'),
);

/**
 * Keys of an authorization line that nobody but Secrets Manager may hold (docs/contract/infrastructure-manager.md,
 * "Authorization").
 */
const secretKeys = ['password', 'token', 'private_key'];

const provider = strict({
  id: v.pipe(
    v.string(),
    v.regex(
      /^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/,
      'an id starts with a letter, a digit, "_" or "." and goes on with letters, digits, "_", ".", "-"',
    ),
  ),
  name: text,
  /** lower is tried first */
  priority: v.optional(wholeNumber, 100),
  /** only these groups' deployments, at whichever issuer unless `issuers` names some; absent: everybody's */
  groups: v.optional(v.array(text)),
  ...offerSchema,
  /** the public keys of the Infrastructure Manager's authorization line: type, host, tenant, … */
  credentials: v.pipe(
    recordOf(v.string(), v.string()),
    v.check(
      (line) => secretKeys.every((key) => !(key in line)),
      `${secretKeys.join(', ')} are secret: put them into the secret that \`secret\` names`,
    ),
  ),
  /** the rest of the line is the user's own, in Vault under this provider's id; needs services.vault_url */
  vault: v.optional(v.literal(true)),
  /** the secret that holds the rest of the line: password, token, … */
  secret: v.optional(secretName),
});

/** Letters of ASCII only, no dot at an end and no two together: what mail goes to everywhere. */
const email = v.pipe(
  v.string(),
  v.regex(/^[\w'+-]+(?:\.[\w'+-]+)*(?<!')@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/, 'expected an address of mail'),
);

const logRetention = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

const ownName = (domain: { readonly name: string } | undefined) => domain && `https://${domain.name}`;

export const configurationSchema = v.pipe(
  strict({
    /** of the installation: two in one account and region need two */
    name: installationName,
    /** twelve digits; absent: that of the credentials in use. With it, credentials of another account are refused */
    account: v.optional(accountId),
    /** absent: that of the credentials in use. With it, another one is refused */
    region: v.optional(regionName),
    /** whether nothing new is taken up: the API answers 503, files wait in their queue; what runs goes on (docs/operations.md, Pause) */
    paused: v.optional(v.boolean(), false),
    /** tables in the place of the stack's own: docs/operations.md, Restore */
    tables: otherTables,
    /** under which secrets, buckets or tables named here are encrypted, where that is a key of the team's own; its policy must let the account's roles use it */
    kmsKeys: keyArns,
    /** folders with secrets of your own, such as `team/clouds`: one grant each. Those of `<name>/providers` and `<name>/issuers` need no entry */
    secretFolders: v.optional(v.pipe(v.array(folder), v.maxLength(5, 'expected five at most')), []),
    issuers: v.array(issuer),
    infrastructureManager: strict({
      url,
      /** the secret with its own authorization line; absent: one is made, with a generated password */
      secret: v.optional(secretName),
      /** form of the Authorization header; `lines` for releases before 1.19.1, which read no JSON */
      authorization: v.optional(v.picklist(['json', 'lines']), 'json'),
    }),
    providers: v.array(provider),
    /** what GET /configuration answers beside im_url (docs/contract/api.md, "Configuration") */
    services: v.optional(
      strict({
        cpr_url: v.optional(url),
        slam_url: v.optional(url),
        cmdb_url: v.optional(url),
        monitoring_url: v.optional(url),
        vault_url: v.optional(url),
      }),
      {},
    ),
    /** what schedules watch and where files are replicated to */
    files: v.optional(files, {}),
    /** role of the JWT login at Vault; absent: the default role there */
    vaultRole: v.optional(text),
    /** the API under a name of the team's own; absent: the one that API Gateway gives */
    customDomain: v.optional(customDomain),
    /** base of every link; absent: the custom domain, or as the request came in (a proxy in front says so here) */
    publicBaseUrl: v.optional(url),
    /**
     * whether create and single get say who made a thing, as lists do: orpy and the INFN dashboard break without (the
     * contract says no)
     */
    createdByEverywhere: v.optional(v.boolean(), false),
    /** which pages of another origin may call the API from a browser; absent: none */
    cors: v.optional(cors),
    /** of a web ACL that the team keeps; absent: none */
    webAcl: v.optional(webAcl),
    /** whether the account's role with which API Gateway writes logs is set; false where the account has one of its own */
    gatewayLogRole: v.optional(v.boolean(), true),
    /** how often the API may be asked */
    throttling,
    /** the network in which functions run; absent: Lambda's own, from which every public address is reached */
    vpc: v.optional(vpc),
    /** how much there may be at once, of one request, and for how long: lib/configuration/limits.ts */
    limits,
    /** who is told when something is lost or late, beside whoever subscribes to the topic of the output AlarmTopic */
    alarms: v.optional(
      strict({
        /** gets a mail; the address must confirm it once */
        email: v.optional(email),
        /** of a topic of the team's in the same region; its policy must let cloudwatch.amazonaws.com publish */
        topicArn: v.optional(
          v.pipe(v.string(), v.regex(/^arn:[a-z-]+:sns:[^:]+:\d{12}:[\w-]+$/, 'this is no ARN of a topic of SNS')),
        ),
        /** an alarm for each cause, workflow, table and rule beside those of every installation; 0.10 dollars a month each */
        detailed: v.optional(v.boolean(), false),
      }),
      {},
    ),
    /** whether there is a dashboard in CloudWatch; the first three of an account are free, each further one is 3 dollars a month */
    dashboard: v.optional(v.boolean(), false),
    /** whether requests, functions and workflows leave traces in X-Ray */
    tracing: v.optional(v.boolean(), true),
    /** days that logs of functions, workflows and the gateway are kept: one of the numbers that CloudWatch takes */
    logRetentionDays: v.optional(v.picklist(logRetention), 90),
    retention: v.optional(
      strict({
        /** days that a callback is kept; it is tried for one */
        notificationDays: v.optional(v.pipe(wholeNumber, v.minValue(2)), 2),
        /** days that what could not be handled waits for an operator: SQS keeps it for fourteen at most */
        deadLetterDays: v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(14)), 14),
        /** days that a record of a deployment that has ended is kept, with log and timeline; 0: none is kept */
        endedDays: v.optional(v.pipe(wholeNumber, v.minValue(0), v.maxValue(3_650)), 30),
        /** days that files stay in the stack's own bucket for new ones, and replicas there too; absent: until somebody deletes them */
        incomingDays: v.optional(v.pipe(wholeNumber, v.minValue(1))),
      }),
      {},
    ),
  }),
  judged((values, refuse) => refuseOpenDoors(values, refuse)),
  judged((values, refuse) => {
    const exchanges = values.issuers.flatMap(({ tokenExchange }) => tokenExchange?.secret ?? []);
    refuseScattered(exchanges, 'issuers', values, refuse);
    refuseScattered(
      values.providers.flatMap(({ secret }) => secret ?? []),
      'providers',
      values,
      refuse,
    );
  }),
  v.transform((values) => ({ ...values, publicBaseUrl: values.publicBaseUrl ?? ownName(values.customDomain) })),
);

export type Configuration = v.InferOutput<typeof configurationSchema>;
export type ConfigurationInput = v.InferInput<typeof configurationSchema>;

/** Throws one Error that names every mistake and where it stands. */
export const configuration = (input: unknown): Configuration => {
  const examined = examine(configurationSchema, input);
  if (examined.ok) return examined.value;
  throw new Error(`toscanini.config.ts is not right:\n${listed(examined.mistakes)}`);
};
