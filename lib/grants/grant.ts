import type { Stack } from 'aws-cdk-lib';
import type { ManagedPolicy } from 'aws-cdk-lib/aws-iam';
import type { Configuration } from '../configuration/configuration.ts';
import type { DataStack } from '../data/data-stack.ts';
import { type OpeningService, viaService } from '../data/opening-services.ts';
import type { SharedPolicies } from './shared-policies.ts';

/** Everything that a permission may speak of. */
export interface World {
  readonly stack: Stack;
  readonly configuration: Configuration;
  readonly data: DataStack;
  readonly shared: SharedPolicies;
  /** ARN of the state machine of statemachines/<name>.asl.json */
  workflowArn(name: string): string;
}

/** What one permission gives: variables of the environment, and verbs on resources. */
export interface Grant {
  readonly environment?: Readonly<Record<string, string>>;
  readonly statements?: readonly {
    readonly actions: readonly string[];
    readonly resources: readonly string[];
    readonly conditions?: Readonly<Record<string, unknown>>;
  }[];
  /** shared ones */
  readonly policies?: readonly ManagedPolicy[];
}

export type Statement = NonNullable<Grant['statements']>[number];

/**
 * Opens what a service of AWS keeps encrypted, when that service asks in the function's name: no function opens anything itself. In any
 * region, as buckets of others may be elsewhere.
 */
export const usingKey = (data: DataStack, service: OpeningService): Statement => ({
  actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
  resources: [data.key.keyArn],
  conditions: { StringLike: { 'kms:ViaService': viaService(service) } },
});

/** The sparse index of what somebody has to look after: functions that answer requests never read it. */
export const waiting = 'notBegun';
