/** The clients of one provider. Loaded at the first call. */

import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { EC2Client } from '@aws-sdk/client-ec2';
import { SSMClient } from '@aws-sdk/client-ssm';
import type { Clock } from '../../foundation/clock.ts';
import { accountOf } from '../aws/account.ts';
import { type ClientSettings, keptSessions } from '../aws/kept-sessions.ts';
import type { TemplateFiles } from './template-files.ts';

export type { AwsAccount, ClientSettings } from '../aws/kept-sessions.ts';

export interface Session {
  readonly stacks: CloudFormationClient;
  readonly machines: EC2Client;
  readonly commands: SSMClient;
  readonly region: string;
  /** whose credentials these are */
  readonly account: () => Promise<string>;
  /** absent: only templates that fit into a call */
  readonly files?: TemplateFiles | undefined;
}

export const sessionMaker = (clock: Clock, settings: ClientSettings = {}, files?: TemplateFiles) =>
  keptSessions(
    { clock, settings },
    (config): Session => ({
      stacks: new CloudFormationClient(config),
      machines: new EC2Client(config),
      commands: new SSMClient(config),
      region: config.region,
      account: accountOf(config),
      files,
    }),
  );
