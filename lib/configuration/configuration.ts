import * as v from 'valibot';
import { approvalTerms } from '../../src/adapters/configuration/approvals.ts';
import { defaultLabels } from '../../src/adapters/configuration/labels.ts';
import { lifetimeBounds, usualHours } from '../../src/adapters/configuration/lifetimes.ts';
import { quotas } from '../../src/adapters/configuration/quotas.ts';
import { webhooks } from '../../src/adapters/configuration/webhooks.ts';
import { groupManagers, secretName } from '../../src/adapters/identity/issuers.ts';
import { rankingSchema } from '../../src/adapters/providers/offer.ts';
import { refuseMixed } from '../../src/adapters/providers/stack.ts';
import { examine, listed } from '../../src/foundation/shape/examine.ts';
import { judged, strict, text, wholeNumber } from '../../src/foundation/shape/schemas.ts';
import { files } from './file-configuration.ts';
import { cors, customDomain, throttling, webAcl } from './gateway-configuration.ts';
import { accountId, installationName, keyArns, otherTables, regionName } from './installation.ts';
import { issuer, refuseOpenIssuers, refuseReservedName, refuseTwice, url } from './issuer-configuration.ts';
import { jobs } from './job-configuration.ts';
import { limits } from './limits.ts';
import { vpc } from './network.ts';
import { policyArn, refuseBoundaryOfOtherAccount } from './permissions-boundary.ts';
import { policies } from './policies.ts';
import {
  provider,
  refuseQueuesElsewhere,
  refuseUnknownRights,
  refuseWithoutManager,
  withProviders,
} from './provider-configuration.ts';
import { refuseScattered } from './secret-folders.ts';

/**
 * Everything that a team can change. It is checked when the app is synthesised. Unknown keys are refused, so that a
 * misspelt key is an error and not a setting without effect. The values are in toscanini.config.ts.
 */

const folder = v.pipe(
  v.string(),
  v.regex(/^[\w.-]+(?:\/[\w.-]+)*$/, 'a folder has letters, digits, "_", "." and "-", and "/" between its parts only'),
);

/** Only ASCII letters; no dot at the start or end, and no two dots together. Every mail system accepts such an address. */
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
    /** of the installation; two installations in one account and region need two names */
    name: installationName,
    /**
     * twelve digits; absent: the account of the credentials in use. When it is set, credentials of another account are
     * refused
     */
    account: v.optional(accountId),
    /** absent: the region of the credentials in use. When it is set, another region is refused */
    region: v.optional(regionName),
    /**
     * true: nothing new is started. The API answers 503 and files wait in their queue; running operations continue
     * (docs/operations.md, Pause)
     */
    paused: v.optional(v.boolean(), false),
    /**
     * rollback: an update that fails goes back to the version in force, unless its request says otherwise; keep: what it did
     * stays (docs/decisions/0065)
     */
    failedUpdates: v.optional(v.picklist(['keep', 'rollback']), 'keep'),
    /** true: each new deployment is protected, unless its request says otherwise (docs/decisions/0069) */
    protected: v.optional(v.boolean(), false),
    /** false: what stands is compared with its template on request only, and not once a day (docs/decisions/0079) */
    dailyChecks: v.optional(v.boolean(), true),
    /** what a check has found is repaired without a request, never where data would be lost (docs/decisions/0086) */
    drift: v.optional(strict({ repair: v.optional(v.picklist(['none', 'missing', 'all']), 'none') }), {}),
    /**
     * a deployment whose provider gives no answer moves to the next one, where its template asks for that, and never where data would
     * be lost; `atOnce`: most moves at a time. Absent: nothing moves (docs/decisions/0089)
     */
    move: v.optional(
      strict({
        afterMins: v.optional(v.pipe(wholeNumber, v.minValue(5), v.maxValue(43_200)), 120),
        atOnce: v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(100)), 1),
      }),
    ),
    /** tables that replace the stack's own: docs/operations.md, Restore */
    tables: otherTables,
    /**
     * ARNs of the team's own KMS keys that encrypt the secrets, buckets or tables named here; each key's policy must allow
     * the account's roles to use it
     */
    kmsKeys: keyArns,
    /**
     * ARN of a policy of the same account that bounds every role of the installation: where the account refuses a role
     * without it. It must allow what the roles do
     */
    permissionsBoundary: v.optional(policyArn),
    /**
     * folders with secrets of the team, such as `team/clouds`: one grant each. `<name>/providers` and `<name>/issuers` need
     * no entry
     */
    secretFolders: v.optional(v.pipe(v.array(folder), v.maxLength(5, 'expected at most five')), []),
    /** absent or empty: the data stack makes a Cognito user pool, and its users may call */
    issuers: v.optional(v.array(issuer), []),
    /** for a group, the groups whose members may change and delete its deployments: docs/team.md */
    managers: v.optional(groupManagers, {}),
    /** needed where a provider has no other deployer, or a federation ranks the providers */
    infrastructureManager: v.optional(
      strict({
        url,
        /** the secret with the service's own authorization line; absent: the stack makes one with a generated password */
        secret: v.optional(secretName),
        /** form of the Authorization header; `lines` for releases before 1.19.1, which read no JSON */
        authorization: v.optional(v.picklist(['json', 'lines']), 'json'),
      }),
    ),
    /** absent: the account and region of this installation, unless a federation ranks the providers */
    providers: v.optional(v.array(provider)),
    /** the job queue that the installation makes where a provider of AWS Batch names none: docs/jobs.md */
    jobs,
    /** which of the providers above is tried first; where `services` has a federation, that decides */
    ranking: v.optional(rankingSchema, 'priority'),
    /** rules over plans, and files of them: docs/policies.md */
    policies,
    /** what GET /configuration answers besides im_url (docs/contract/api.md, "Configuration") */
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
    /** the buckets that schedules read, and where files are replicated to */
    files: v.optional(files, {}),
    /** role of the JWT login at Vault; absent: the default role there */
    vaultRole: v.optional(text),
    /** a domain name of the team for the API; absent: the name from API Gateway */
    customDomain: v.optional(customDomain),
    /**
     * base of every link; absent: the custom domain, or else the address of the request. Set it when a proxy stands in
     * front
     */
    publicBaseUrl: v.optional(url),
    /**
     * true: the answers of create and get also have createdBy, as lists do. The contract says no, but orpy and the INFN
     * dashboard fail without it
     */
    createdByEverywhere: v.optional(v.boolean(), false),
    /** pages of other origins that may call the API from a browser; absent: none */
    cors: v.optional(cors),
    /** ARN of a web ACL of the team; absent: none */
    webAcl: v.optional(webAcl),
    /**
     * true: the stack sets the account's role for the logs of API Gateway. Use false when the account already has such a
     * role
     */
    gatewayLogRole: v.optional(v.boolean(), true),
    /** limits on the rate of requests */
    throttling,
    /** the network of the functions; absent: Lambda's own network, which reaches every public address */
    vpc: v.optional(vpc),
    /** limits on number, size and time: lib/configuration/limits.ts */
    limits,
    /** labels of every deployment, unless its request gives another value (docs/decisions/0070) */
    labels: v.optional(defaultLabels, {}),
    /** how long deployments live: docs/team.md */
    lifetimes: v.optional(
      strict({
        bounds: v.optional(lifetimeBounds, {}),
        /** minutes before the end at which its owner is told; empty: never */
        warningMins: v.optional(v.pipe(v.array(v.pipe(wholeNumber, v.minValue(1))), v.maxLength(10))),
      }),
      {},
    ),
    /** when machines run, unless the request of their deployment says otherwise: docs/team.md */
    officeHours: v.optional(usualHours, {}),
    /** how long operations wait for an approval, and when they ask again: docs/team.md */
    approvals: v.optional(approvalTerms, {}),
    /** what may stand and be used at a time: docs/team.md */
    quotas: v.optional(quotas, {}),
    /** who is told of the events of all deployments: docs/events.md */
    events: v.optional(
      strict({
        /** true: they are put on a bus of EventBridge, `<name>-events` */
        bus: v.optional(v.boolean(), false),
        webhooks: v.optional(webhooks, []),
        /** true: managers of groups may subscribe webhooks for what was made for their group */
        groupWebhooks: v.optional(v.boolean(), false),
      }),
      {},
    ),
    /** who gets a message when something is lost or late, besides the subscribers of the topic in the output AlarmTopic */
    alarms: v.optional(
      strict({
        /** gets a mail; the owner must confirm the address once */
        email: v.optional(email),
        /** ARN of an SNS topic of the team in the same region; its policy must allow cloudwatch.amazonaws.com to publish */
        topicArn: v.optional(
          v.pipe(v.string(), v.regex(/^arn:[a-z-]+:sns:[^:]+:\d{12}:[\w-]+$/, 'this is not the ARN of an SNS topic')),
        ),
        /** true: one more alarm for each cause, workflow, table and rule; 0.10 dollars a month each */
        detailed: v.optional(v.boolean(), false),
      }),
      {},
    ),
    /** the dashboard at `/ui`; `enabled: false`: only the API is there */
    ui: v.optional(strict({ enabled: v.optional(v.boolean(), true) }), {}),
    /**
     * true: makes a dashboard in CloudWatch. The first three of an account are free, each further one costs 3 dollars a
     * month
     */
    dashboard: v.optional(v.boolean(), false),
    /** true: requests, functions and workflows send traces to X-Ray */
    tracing: v.optional(v.boolean(), true),
    /**
     * days that CloudWatch keeps the logs of functions, workflows and the gateway: one of the numbers that CloudWatch
     * accepts
     */
    logRetentionDays: v.optional(v.picklist(logRetention), 90),
    retention: v.optional(
      strict({
        /** days that a callback is kept; the service tries to send it for one day */
        notificationDays: v.optional(v.pipe(wholeNumber, v.minValue(2)), 2),
        /** days that dead letters wait for an operator: SQS keeps them for at most fourteen */
        deadLetterDays: v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(14)), 14),
        /** days that the record, log and timeline of an ended deployment are kept; 0: nothing is kept */
        endedDays: v.optional(v.pipe(wholeNumber, v.minValue(0), v.maxValue(3_650)), 30),
        /** days that files stay in the stack's own bucket, new files and replicas; absent: until somebody deletes them */
        incomingDays: v.optional(v.pipe(wholeNumber, v.minValue(1))),
      }),
      {},
    ),
  }),
  v.transform(withProviders),
  judged((values, refuse) => refuseOpenIssuers(values, refuse)),
  judged((values, refuse) => refuseReservedName(values, refuse)),
  judged((values, refuse) => refuseBoundaryOfOtherAccount(values, refuse)),
  judged(({ issuers, providers }, refuse) => {
    const issuerNames = issuers.map(({ issuer }) => issuer);
    const providerIds = providers.map(({ id }) => id);
    refuseTwice('issuers', 'issuer', issuerNames, refuse);
    refuseTwice('providers', 'id', providerIds, refuse);
  }),
  judged((values, refuse) => {
    refuseMixed(values.providers, refuse, 'providers');
    refuseWithoutManager(values, refuse);
    refuseQueuesElsewhere(values, refuse);
    refuseUnknownRights(values, refuse);
  }),
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

/** Returns the checked configuration. Throws one Error that names every mistake and its place. */
export const configuration = (input: unknown): Configuration => {
  const examined = examine(configurationSchema, input);
  if (examined.ok) return examined.value;
  throw new Error(`toscanini.config.ts has mistakes:\n${listed(examined.mistakes)}`);
};
