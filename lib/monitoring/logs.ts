import { RemovalPolicy } from 'aws-cdk-lib';
import { CfnQueryDefinition, LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

export interface LogsProps {
  /** name of the installation */
  readonly installation: string;
  readonly retentionDays: number;
}

/**
 * Three log groups with fixed names, for any number of functions and workflows, so that operators can query all of them at
 * once and name them in scripts. Step Functions adds the log groups of workflows to a resource policy of the account. A
 * region has at most ten such policies of 5,120 characters each; one wildcard covers all names under /aws/vendedlogs/, for
 * any number of installations.
 */
export class Logs extends Construct {
  /** for all functions; a stream's name has the function's name */
  readonly functions: LogGroup;
  /** for all executions */
  readonly workflows: LogGroup;
  /** one line per request */
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

/** Queries that are saved in Logs Insights under `<name>/<title>`; replace the ids in them. */
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
