/** The clients of one provider. Loaded at the first call. */

import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { EC2Client } from '@aws-sdk/client-ec2';
import { SSMClient } from '@aws-sdk/client-ssm';
import type { Clock } from '../../foundation/clock.ts';
import { accountOf } from '../aws/account.ts';
import { type ClientSettings, keptSessions, type AwsAccount as Place } from '../aws/kept-sessions.ts';
import type { TemplateFiles } from './template-files.ts';

export type { ClientSettings } from '../aws/kept-sessions.ts';

/** The account and region of a provider of CloudFormation. */
export interface AwsAccount extends Place {
  /** with which CloudFormation makes stacks; absent: with the credentials in use */
  readonly serviceRoleArn?: string | undefined;
  /** of every stack, besides those of its order; absent: none */
  readonly tags?: Tags | undefined;
}

type Tags = { readonly [name: string]: string };

export interface Session {
  readonly stacks: CloudFormationClient;
  readonly machines: EC2Client;
  readonly commands: SSMClient;
  readonly region: string;
  /** of the role with which CloudFormation makes, changes and deletes stacks */
  readonly serviceRoleArn?: string | undefined;
  /** of every stack, besides those of its order */
  readonly tags?: Tags | undefined;
  /** whose credentials these are */
  readonly account: () => Promise<string>;
  /** absent: only templates that fit into a call */
  readonly files?: TemplateFiles | undefined;
}

export const sessionMaker = (clock: Clock, settings: ClientSettings = {}, files?: TemplateFiles) =>
  keptSessions(
    { clock, settings },
    (config, { serviceRoleArn, tags }: AwsAccount): Session => ({
      stacks: new CloudFormationClient(config),
      machines: new EC2Client(config),
      commands: new SSMClient(config),
      region: config.region,
      serviceRoleArn,
      tags,
      account: accountOf(config),
      files,
    }),
  );

/** CloudFormation goes on using the role of a stack, so each change names it, and a stack of before gets it. */
export const roleOf = ({ serviceRoleArn }: Session) =>
  serviceRoleArn === undefined ? {} : { RoleARN: serviceRoleArn };
