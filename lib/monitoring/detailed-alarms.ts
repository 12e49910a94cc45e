import { Rule } from 'aws-cdk-lib/aws-events';
import type { Construct } from 'constructs';
import { causes } from '../../src/foundation/attention.ts';
import type { AlarmDefinition, AlarmSources } from './alarm-definitions.ts';
import { functionsThrottled, lostByRule, metricsOf, period, throttledAt, transitionsThrottled } from './metrics.ts';

/**
 * The alarms of the setting `alarms.detailed`: one for each thing that otherwise shares an alarm, and alarms that say why
 * something is late.
 */
export const detailedAlarms = (scope: Construct, props: AlarmSources): readonly AlarmDefinition[] => [
  ...causes.map((cause) => ({
    id: cause,
    metric: metricsOf(props.installation).attention(cause),
    description: `a log line has "attention": "${cause}" and says what to do`,
  })),
  ...props.workflows.map((workflow) => ({
    id: `${workflow.node.scope?.node.id}-failed`,
    metric: workflow.metricFailed({ period }),
    description: 'a workflow failed in an unexpected way; its deployment was marked as failed',
  })),
  ...throttled(props),
  ...ruled(scope, props),
];

/** Retries survive a short burst of throttling, but not a quarter of an hour. */
const throttled = ({ tables }: AlarmSources): readonly AlarmDefinition[] =>
  [
    {
      id: 'functions-throttled',
      metric: functionsThrottled(),
      description:
        'Lambda throttles the functions of this account: raise the quota of concurrent executions, or the reserved concurrency of the function',
    },
    {
      id: 'transitions-throttled',
      metric: transitionsThrottled(),
      description: 'Step Functions throttles the workflows of this account: raise the quota of state transitions',
    },
    ...Object.entries(tables).map(([name, table]) => ({
      id: `${name}-throttled`,
      metric: throttledAt(table),
      description: 'DynamoDB throttles a table: a partition is too hot, or the account has reached its quota',
    })),
  ].map((one) => ({ ...one, periods: 3 }));

/** One alarm per rule: an event is lost when the rule can neither deliver it nor put it into the dead-letter queue. */
const ruled = (scope: Construct, { incoming }: AlarmSources): readonly AlarmDefinition[] => {
  const own = scope.node.findAll().filter((one) => one instanceof Rule);
  const named = own.map(({ node, ruleName }) => [node.id, ruleName] as const);
  const others = incoming.followers.map(
    (name, n) => [n === 0 ? 'OtherBuckets' : `OtherBuckets${n + 1}`, name] as const,
  );
  return [...named, ...others].map(([id, ruleName]) => ({
    id: `${id}-lost`,
    metric: lostByRule(ruleName),
    description: 'a rule could neither deliver an event nor keep it',
  }));
};
