import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { CfnFunction, Function as LambdaHandler } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';

export interface EventsProps {
  readonly workflows: readonly StateMachine[];
  /** the function of functions/events/<name>.ts */
  handler(name: string): LambdaHandler;
  readonly deadLetterDays: number;
  /**
   * true: the rules are disabled. Their events during a pause are lost, but sweep-workflows later finds the work that
   * waits
   */
  readonly paused: boolean;
  /** whether events are put on a bus or sent to webhooks */
  readonly publishes: boolean;
}

/**
 * Functions that run on a schedule and mostly find nothing to do: their traces, and Lambda's lines about each run without an error, would
 * show nothing and cost more than the runs.
 */
export const byClock: ReadonlySet<string> = new Set([
  'events/sweep-workflows',
  'events/check-dependencies',
  'events/sweep-orphans',
  'events/check-deployments',
  'events/end-deployments',
  'events/sweep-unrecorded',
  'events/publish-events',
]);

/** A failed run is neither retried nor kept: the next run does its work. */
const byTheClock = (handler: LambdaHandler): LambdaFunction => {
  handler.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
  return new LambdaFunction(handler, { retryAttempts: 0, maxEventAge: Duration.minutes(1) });
};

/**
 * Everything that runs without a request: ends operations whose workflow died, and starts operations whose workflow never
 * started.
 */
export class Events extends Construct {
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { workflows, handler, deadLetterDays, paused, publishes }: EventsProps) {
    super(scope, id);
    this.deadLetters = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(deadLetterDays),
    });
    new Rule(this, 'ExecutionEnded', {
      description: 'ends the operation of a workflow that died',
      enabled: !paused,
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: {
          status: ['FAILED', 'TIMED_OUT', 'ABORTED'],
          stateMachineArn: workflows.map(({ stateMachineArn }) => stateMachineArn),
        },
      },
      targets: [this.target(handler('execution-ended'))],
    });
    new Rule(this, 'SweepWorkflows', {
      description: 'starts the workflow of an accepted operation that has none',
      enabled: !paused,
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [this.target(handler('sweep-workflows'))],
    });
    new Rule(this, 'CheckDependencies', {
      description: 'counts dependencies that do not answer or refuse the credentials, for an alarm',
      enabled: !paused,
      schedule: Schedule.rate(Duration.minutes(5)),
      targets: [byTheClock(handler('check-dependencies'))],
    });
    new Rule(this, 'SweepOrphans', {
      description: 'destroys infrastructures that belong to no deployment',
      enabled: !paused,
      schedule: Schedule.rate(Duration.minutes(5)),
      targets: [byTheClock(handler('sweep-orphans'))],
    });
    const checker = handler('check-deployments');
    new Rule(this, 'CheckDeployments', {
      description: 'looks at the deployments whose check is due',
      enabled: !paused,
      schedule: Schedule.rate(Duration.minutes(3)),
      targets: [byTheClock(checker)],
    });
    new Rule(this, 'EndDeployments', {
      description:
        'deletes deployments whose time is over, tells their owners before, and starts and stops machines by their office hours',
      enabled: !paused,
      schedule: Schedule.rate(Duration.minutes(5)),
      targets: [byTheClock(handler('end-deployments'))],
    });
    new Rule(this, 'DriftDetected', {
      description: 'ends the check of a stack as soon as CloudFormation has compared it',
      enabled: !paused,
      eventPattern: {
        source: ['aws.cloudformation'],
        detailType: ['CloudFormation Drift Detection Status Change'],
        detail: { 'status-details': { 'detection-status': ['DETECTION_COMPLETE', 'DETECTION_FAILED'] } },
      },
      targets: [new LambdaFunction(checker, { retryAttempts: 0 })],
    });
    if (publishes)
      new Rule(this, 'PublishEvents', {
        description: 'hands events to the bus and to webhooks',
        enabled: !paused,
        schedule: Schedule.rate(Duration.minutes(1)),
        targets: [byTheClock(handler('publish-events'))],
      });
    new Rule(this, 'SweepUnrecorded', {
      description: 'removes files of creations that were never recorded',
      enabled: !paused,
      schedule: Schedule.rate(Duration.days(1)),
      targets: [byTheClock(handler('sweep-unrecorded'))],
    });
  }

  /**
   * The rule's retries are for the delivery of the event. When the function itself fails three times, Lambda puts the event
   * into the same queue.
   */
  private target(handler: LambdaHandler): LambdaFunction {
    (handler.node.defaultChild as CfnFunction).deadLetterConfig = { targetArn: this.deadLetters.queueArn };
    this.deadLetters.grantSendMessages(handler);
    return new LambdaFunction(handler, {
      deadLetterQueue: this.deadLetters,
      retryAttempts: 185,
      maxEventAge: Duration.hours(24),
    });
  }
}
