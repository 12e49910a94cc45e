import { RemovalPolicy } from 'aws-cdk-lib';
import { CfnQueryDefinition, LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

export interface LogsProps {
  /** name of the installation */
  readonly installation: string;
  readonly retentionDays: number;
}

/**
 * Three log groups with fixed names, whatever there is of functions and workflows: an operator asks all of them at once, and names them
 * in scripts. Step Functions writes the groups of workflows into a resource policy of the account, of which there are ten in a region with 5,120
 * characters each; names below /aws/vendedlogs/ it covers by one wildcard, however many installations there are.
 */
export class Logs extends Construct {
  /** of all functions; a stream's name tells the function's */
  readonly functions: LogGroup;
  /** of all executions */
  readonly workflows: LogGroup;
  /** a line a request */
  readonly access: LogGroup;

  constructor(scope: Construct, id: string, { installation, retentionDays }: LogsProps) {
    super(scope, id);
    const group = (which: string, logGroupName: string): LogGroup =>
      new LogGroup(this, which, { logGroupName, retention: retentionDays, removalPolicy: RemovalPolicy.DESTROY });
    this.functions = group('Functions', `/${installation}/functions`);
    this.workflows = group('Workflows', `/aws/vendedlogs/states/${installation}`);
    this.access = group('Access', `/${installation}/access`);
    for (const [query, lines] of Object.entries(queries))
      new CfnQueryDefinition(this, query.replaceAll(' ', ''), {
        name: `${installation}/${query}`,
        logGroupNames: [this.functions, this.workflows, this.access].map(({ logGroupName }) => logGroupName),
        queryString: lines.join('\n'),
      });
  }
}

/** Saved in Logs Insights under `<name>/<title>`; the ids in them are to be replaced. */
const queries: Readonly<Record<string, readonly string[]>> = {
  'One deployment': [
    'fields @timestamp, coalesce(function_name, type, resourcePath) as what, level, message, status, error.name, error.detail',
    '# the id of a deployment, an operation, a schedule or an event, or the X-Request-ID of an answer',
    '| filter @message like "01a1f9be-1c57-7455-b41c-e5762c3dfabc"',
    '| sort @timestamp',
    '| limit 10000',
  ],
  'What went wrong': [
    'fields @timestamp, coalesce(function_name, type, resourcePath) as what, message, deploymentId, error.name, error.detail',
    '| filter level in ["ERROR", "WARN"] or type like /Failed|TimedOut|Aborted/ or status >= 500',
    '| sort @timestamp desc',
    '| limit 1000',
  ],
};
