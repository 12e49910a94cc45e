import { NagSuppressions } from 'cdk-nag';
import type { ServiceFunction } from './service-function.ts';

/** The wildcards that grants.ts does write, and why; any other is a finding. */
export const suppressNamed = (made: ServiceFunction): void => {
  const because = (reason: string, regex: string) => ({ id: 'AwsSolutions-IAM5', reason, appliesTo: [{ regex }] });
  NagSuppressions.addResourceSuppressions(
    made.role ?? made,
    [
      because('objects are named by ids that come later', '/^Resource::.*Files.*\\/[a-z]+\\/\\*$/'),
      because(
        'files are named by who puts them',
        '/^Resource::.*(Incoming|:s3:::[a-z0-9.-]+).*\\/(toscanini-replicas\\/)?\\*$/',
      ),
      because('executions are named by ids that come later', '/^Resource::arn:.*:states:.*:execution:.*:\\*$/'),
      { id: 'AwsSolutions-IAM5', reason: 'X-Ray and EC2 know no resource to name', appliesTo: ['Resource::*'] },
      because('the key of tokens is named by its alias, in the condition', '/^Resource::arn:.*:kms:.*:key\\/\\*$/'),
      because('Secrets Manager ends each ARN in six characters', '/^Resource::arn:.*:secretsmanager:.*-\\?{6}$/'),
    ],
    true,
  );
};
