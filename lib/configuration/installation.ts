import { RegionInfo } from 'aws-cdk-lib/region-info';
import * as v from 'valibot';
import { strict } from '../../src/foundation/shape/schemas.ts';
import { mostOf } from './most-of.ts';

/**
 * The name of an installation, and the accounts and regions it may be in. Two installations in one account differ by their
 * names.
 */

/**
 * The name of the API, and the beginning of the names of stacks, secrets and aliases. Another name makes another
 * installation, with empty tables.
 */
export const installationName = v.optional(
  v.pipe(
    v.string(),
    v.regex(
      /^[A-Za-z](?:-?[A-Za-z0-9]){0,39}$/,
      'a name starts with a letter; the rest are letters, digits and single "-"; at most 40 characters',
    ),
  ),
  'toscanini',
);

export const accountId = v.pipe(v.string(), v.regex(/^\d{12}$/, 'an account id is a text of twelve digits'));

export const regionName = v.pipe(
  v.string(),
  v.regex(/^[a-z]{2,4}(?:-[a-z]+)+-\d+$/, 'this is not the name of a region, such as "eu-south-1"'),
);

/** ARNs of keys. Aliases do not work here, because policies do not know them. */
export const keyArns = v.optional(
  v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.regex(
          /^arn:[a-z-]+:kms:[a-z0-9-]+:\d{12}:key\/[\w-]{1,40}$/,
          'this is not the ARN of a KMS key, which ends in ":key/<id>"',
        ),
      ),
    ),
    v.maxLength(mostOf.kmsKeys, `expected ${mostOf.kmsKeys} at most`),
  ),
  [],
);

const tableName = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{3,255}$/, 'this is not the name of a table'));

/**
 * Tables that replace the stack's own: restored from a point in time, or kept from an earlier installation. The stack's own
 * tables stay.
 */
export const otherTables = v.optional(
  strict({
    deployments: v.optional(tableName),
    resources: v.optional(tableName),
    schedules: v.optional(tableName),
    scheduleEvents: v.optional(tableName),
  }),
  {},
);

export interface Place {
  readonly account?: string | undefined;
  readonly region?: string | undefined;
}

/** The partitions of AWS for which test/lib/partitions.test.ts checks the templates. */
const testedPartitions = ['aws', 'aws-cn', 'aws-us-gov'];

/**
 * Throws for a region of an untested partition. A region that the CDK does not know is taken as one of `aws`, since new
 * regions appear there.
 */
export const refuseUntested = (region: string | undefined): void => {
  const partition = partitionOf(region) ?? 'aws';
  if (!testedPartitions.includes(partition))
    throw new Error(
      `region ${region} is of the partition ${partition}, for which this release was not tested: choose a region of ${testedPartitions.join(', ')}`,
    );
};

/** undefined: the CDK does not know the region. */
const partitionOf = (region: string | undefined): string | undefined =>
  region === undefined ? undefined : RegionInfo.get(region).partition;

interface Provided {
  readonly id: string;
  readonly stack?: { readonly region?: string | undefined } | undefined;
  readonly batch?: { readonly region?: string | undefined } | undefined;
}

/** Throws for a provider in another partition: credentials of one are worth nothing in the other. `region`: of the installation. */
export const refuseOtherPartitions = (region: string | undefined, providers: readonly Provided[]): void => {
  const own = partitionOf(region);
  if (own === undefined) return;
  const elsewhere = providers.flatMap(({ id, stack, batch }) => {
    const place = stack?.region ?? batch?.region;
    const other = partitionOf(place);
    return other === undefined || other === own ? [] : [`${id} in ${place} (${other})`];
  });
  if (elsewhere.length > 0)
    throw new Error(
      `providers are in another partition of AWS than the installation (${own}), whose credentials are worth nothing there: ${elsewhere.join(', ')}; make an installation of its own there`,
    );
};

/**
 * Throws when the credentials in use are of another account or region than the configuration says. Without credentials the
 * CDK names no account: then nothing can be deployed, and nothing is refused.
 */
export const refuseElsewhere = (wanted: Place, current: Place): void => {
  if (current.account === undefined) return;
  const wrong = (['account', 'region'] as const)
    .filter((what) => wanted[what] !== undefined && current[what] !== undefined && wanted[what] !== current[what])
    .map((what) => `${what} ${wanted[what]}, and the credentials in use are for ${current[what]}`);
  if (wrong.length > 0)
    throw new Error(
      `the configuration is for ${wrong.join('; for ')}: take other credentials (AWS_PROFILE, AWS_REGION), or the configuration of that place (TOSCANINI_CONFIG)`,
    );
};
