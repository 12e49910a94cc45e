import type { Stack } from 'aws-cdk-lib';
import type { ManagedPolicy } from 'aws-cdk-lib/aws-iam';
import type { Configuration } from '../configuration/configuration.ts';
import type { DataStack } from '../data/data-stack.ts';
import type { PageLogin } from '../data/user-pool.ts';
import { type OpeningService, viaService } from '../rights/opening-services.ts';
import type { Statement } from '../rights/statement.ts';
import type { SharedPolicies } from './shared-policies.ts';

/** Everything that a grant may refer to. */
export interface World {
  readonly stack: Stack;
  readonly configuration: Configuration;
  readonly data: DataStack;
  readonly shared: SharedPolicies;
  /** undefined: the dashboard logs in at configured issuers, if at all */
  readonly pageLogin: PageLogin | undefined;
  /** ARN of the state machine of statemachines/<name>.asl.json */
  workflowArn(name: string): string;
}

/** What one permission gives: environment variables, and actions on resources. */
export interface Grant {
  readonly environment?: Readonly<Record<string, string>>;
  readonly statements?: readonly Statement[];
  /** managed policies that several functions share */
  readonly policies?: readonly ManagedPolicy[];
}

/** makes the grant of a permission */
export type Granting = (world: World) => Grant;

/**
 * Lets an AWS service decrypt its data on behalf of the function; the function itself cannot decrypt anything. It holds for
 * any region, because the team's buckets may be in another one.
 */
export const usingKey = (data: DataStack, service: OpeningService): Statement => ({
  actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
  resources: [data.key.keyArn],
  conditions: { StringLike: { 'kms:ViaService': viaService(service) } },
});
