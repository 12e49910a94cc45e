import { CfnMapping, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** The partitions of AWS that the templates are tested for (test/lib/partitions.test.ts), with the host of each one's console. */
const consoles = {
  aws: { host: 'console.aws.amazon.com' },
  'aws-cn': { host: 'console.amazonaws.cn' },
  'aws-us-gov': { host: 'console.amazonaws-us-gov.com' },
} as const;

/** Where AWS's console shows a dashboard. The partition may be known to CloudFormation only, so that it is asked there. */
export const dashboardUrl = (scope: Construct, name: string): string => {
  const { region, partition } = Stack.of(scope);
  const host = new CfnMapping(scope, 'Consoles', { mapping: consoles, lazy: true }).findInMap(partition, 'host');
  return `https://${region}.${host}/cloudwatch/home?region=${region}#dashboards/dashboard/${name}`;
};
