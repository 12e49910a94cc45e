import type { Stack } from 'aws-cdk-lib';
import type { ManagedPolicy } from 'aws-cdk-lib/aws-iam';
import type { Configuration } from '../configuration/configuration.ts';
import type { DataStack } from '../data/data-stack.ts';
import type { PageLogin } from '../data/user-pool.ts';
import { type OpeningService, viaService } from '../rights/opening-services.ts';
import type { Statement } from '../rights/statement.ts';

/** Managed policies that functions share (shared-policies.ts). None: the configuration names nothing of the kind. */
export interface Shared {
  /** lets AWS services decrypt what the team's own keys encrypt */
  readonly otherKeys: readonly ManagedPolicy[];
  /** lets functions read files in buckets besides the stack's own */
  readonly sources: readonly ManagedPolicy[];
  /** lets functions list the files in buckets besides the stack's own */
  readonly listed: readonly ManagedPolicy[];
  /** lets functions write replicas to storage elements, only under our own prefix, and read them */
  readonly replicas: readonly ManagedPolicy[];
  /** lets the doctor check that buckets besides the stack's own exist and send events */
  readonly examined: readonly ManagedPolicy[];
  /** lets functions find and end multipart copies that were given up: AWS charges for their parts */
  readonly uploads: readonly ManagedPolicy[];
  /** lets functions ask providers: secrets, CloudFormation and AWS Batch. One list for all of them, so that roles stay small */
  readonly deployers: readonly ManagedPolicy[];
  /** lets the function that checks what stands ask them, and change nothing */
  readonly inspected: readonly ManagedPolicy[];
  /** looks at stacks that are to be adopted */
  readonly adopted: readonly ManagedPolicy[];
}

/** Everything that a grant may refer to. */
export interface World {
  readonly stack: Stack;
  readonly configuration: Configuration;
  readonly data: DataStack;
  readonly shared: Shared;
  /** undefined: the dashboard logs in at configured issuers, if at all */
  readonly pageLogin: PageLogin | undefined;
  /** the queue of events that no function could handle */
  eventLetters(): { readonly queueArn: string; readonly queueUrl: string };
  /** the function of functions/events/<name>.ts */
  eventFunction(name: string): { readonly functionArn: string; readonly functionName: string };
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
