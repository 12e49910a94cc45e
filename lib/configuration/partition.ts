import { CfnMapping, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * The partitions of AWS for which the templates are tested (test/lib/partitions.test.ts), with the host of each console.
 */
const consoles = {
  aws: { host: 'console.aws.amazon.com' },
  'aws-cn': { host: 'console.amazonaws.cn' },
  'aws-us-gov': { host: 'console.amazonaws-us-gov.com' },
} as const;

/**
 * The address of a dashboard in the AWS console. Only CloudFormation may know the partition, so a mapping in the template
 * finds the host.
 */
export const dashboardUrl = (scope: Construct, name: string): string => {
  const { region, partition } = Stack.of(scope);
  const host = new CfnMapping(scope, 'Consoles', { mapping: consoles, lazy: true }).findInMap(partition, 'host');
  return `https://${region}.${host}/cloudwatch/home?region=${region}#dashboards/dashboard/${name}`;
};
