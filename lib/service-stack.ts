import { CfnOutput, Duration, Lazy, Stack, type StackProps } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { service } from '../src/observability/metric-names.ts';
import { HttpApi } from './api/http-api.ts';
import { addPageClient } from './api/page-client.ts';
import type { Configuration } from './configuration/configuration.ts';
import { Network, type Placement } from './configuration/network.ts';
import { dashboardUrl } from './configuration/partition.ts';
import type { DataStack } from './data/data-stack.ts';
import { matchFiles } from './data/file-events.ts';
import { busName } from './events/event-bus.ts';
import { byClock, Events } from './events/events.ts';
import { constructId } from './functions/construct-id.ts';
import { limitVariables, publishesEvents } from './functions/limit-variables.ts';
import { memoryOf } from './functions/memory.ts';
import { Programs } from './functions/programs.ts';
import { ServiceFunction } from './functions/service-function.ts';
import type { Grant, World } from './grants/grant.ts';
import { grants, mayDecrypt } from './grants/grants.ts';
import { SharedPolicies } from './grants/shared-policies.ts';
import { type AlarmsProps, addAlarms } from './monitoring/alarms.ts';
import { AttentionMetric } from './monitoring/attention-metric.ts';
import { addDashboard } from './monitoring/dashboard.ts';
import { Logs } from './monitoring/logs.ts';
import { permissions } from './permissions/permissions.ts';
import { isExpress, workflowNames } from './workflows/definitions.ts';
import { Workflow } from './workflows/workflow.ts';

export interface ServiceStackProps extends StackProps {
  readonly configuration: Configuration;
  readonly data: DataStack;
  /** the folder that lib/bundles wrote; absent: the template is only read, not deployed */
  readonly bundles?: string | undefined;
}

/** The longest time for a request. API Gateway gives up after 29 seconds. */
const requestTimeout = Duration.seconds(28);
/** A deletion waits this long for a submission that may still be running: src/domain/deployments. */
const taskTimeout = Duration.seconds(60);
/** Lambda's limit. Once a day it looks at the files of every deployment, the oldest first: a minute may not be enough for 100,000. */
const unrecordedTimeout = Duration.minutes(15);

const timeoutOf = (name: string): Duration => {
  if (name.startsWith('http/')) return requestTimeout;
  return name === 'events/sweep-unrecorded' ? unrecordedTimeout : taskTimeout;
};

/** Everything without state: functions, workflows, gateway and rules. It can be deleted and deployed again at any time. */
export class ServiceStack extends Stack {
  private readonly world: World;
  private readonly logs: Logs;
  private readonly programs: Programs | undefined;
  private readonly placement: Placement | undefined;
  private readonly functions = new Map<string, ServiceFunction>();
  private readonly workflows = new Map<string, StateMachine>();

  constructor(scope: Construct, id: string, props: ServiceStackProps) {
    super(scope, id, props);
    const { configuration, data } = props;
    this.programs = props.bundles === undefined ? undefined : new Programs(props.bundles);
    this.placement = configuration.vpc && new Network(this, 'Network', configuration.vpc).placement;
    this.logs = new Logs(this, 'Logs', {
      installation: configuration.name,
      retentionDays: configuration.logRetentionDays,
    });
    new AttentionMetric(this, 'Attention', this.logs.functions);
    const shared = new SharedPolicies(this, 'Shared', configuration, data);
    const workflowArn = (name: string) => this.workflow(name).stateMachineArn;
    // the API is made further down, because its methods need the functions, and these the client
    const apiId = Lazy.string({ produce: () => api.restApiId });
    const pageLogin = addPageClient(this, configuration, apiId);
    const eventLetters = () => events.deadLetters;
    const eventFunction = (name: string) => this.function(`events/${name}`);
    this.world = { stack: this, configuration, data, shared, pageLogin, eventLetters, eventFunction, workflowArn };
    // an Express workflow is part of the workflows that start it: it sends no event when it ends, and needs no alarm of its
    // own
    const workflows = workflowNames().flatMap((name) => (isExpress(name) ? [] : [this.workflow(name)]));
    // before the API, whose functions redrive its letters
    const events = new Events(this, 'Events', {
      workflows,
      handler: (name) => this.function(`events/${name}`),
      deadLetterDays: configuration.retention.deadLetterDays,
      paused: configuration.paused,
      publishes: publishesEvents(configuration.events),
    });
    const { api, domainTarget } = new HttpApi(this, 'Http', {
      configuration,
      accessLogs: this.logs.access,
      endpoint: (name) => this.function(`http/${name}`),
    });
    if (configuration.events.bus) {
      const bus = new EventBus(this, 'EventBus', { eventBusName: busName(configuration.name) });
      this.output('EventBusArn', bus.eventBusArn, 'of the bus that has the events of all deployments');
    }
    matchFiles(this.function('events/file-created'), data.incoming.queue, {
      maxConcurrency: configuration.limits.filesAtOnce,
      paused: configuration.paused,
    });
    const alarmTopic = this.watch(configuration, { workflows, api, deadLetters: events.deadLetters });
    this.outputs(workflows);
    this.output('BaseUrl', configuration.publicBaseUrl ?? api.url, 'base of every path');
    this.output('IncomingBucket', data.incoming.bucket.bucketName, 'new files in this bucket trigger schedules');
    this.output('KeyArn', data.key.keyArn, 'of the key that encrypts tables, files and secrets');
    this.output('DoctorFunction', this.function('operators/doctor').functionName, 'what npm run doctor asks');
    // last: the file of settings has those of every function
    this.programs?.upload(this);
    this.output('FilesBucket', data.files.bucketName, 'templates and logs');
    this.output('DeadLetters', events.deadLetters.queueUrl, 'events that no function could handle');
    this.output('LostFiles', data.incoming.deadLetters.queueUrl, 'files that could not be matched');
    this.output('AlarmTopic', alarmTopic.topicArn, 'receives every alarm: subscribe the people on call');
    if (domainTarget !== undefined)
      this.output('DomainTarget', domainTarget, 'target of the DNS record of the custom domain (CNAME or alias)');
  }

  /** Alarms and, if it is wanted, a dashboard. Returns the topic of the alarms. */
  private watch(
    { name: installation, alarms, dashboard: isWanted }: Configuration,
    made: Pick<AlarmsProps, 'workflows' | 'api' | 'deadLetters'>,
  ): ITopic {
    const { incoming, tables } = this.world.data;
    const sources = { installation, incoming, tables, ...made };
    const topic = addAlarms(this, { ...sources, starter: this.function('events/sweep-workflows'), alarms });
    if (isWanted) {
      const { dashboardName } = addDashboard(this, sources);
      this.output('DashboardName', dashboardName, 'in CloudWatch');
      this.output('DashboardUrl', dashboardUrl(this, dashboardName), 'address of the CloudWatch dashboard');
    }
    return topic;
  }

  /** The names that an operator needs to stop running workflows and to restore tables (docs/operations.md). */
  private outputs(workflows: readonly StateMachine[]): void {
    const { tables } = this.world.data;
    for (const [name, { tableName }] of Object.entries(tables))
      this.output(`${name[0]?.toUpperCase()}${name.slice(1)}Table`, tableName, 'the table in use');
    const arns = workflows.map(({ stateMachineArn }) => stateMachineArn).join(' ');
    this.output('Workflows', arns, 'every state machine, separated by blanks');
  }

  private output(name: string, value: string, description: string): void {
    new CfnOutput(this, name, { value, description });
  }

  /** The function of functions/<name>.ts. It is made once, with the permissions of permissions.ts. */
  private function(name: string): ServiceFunction {
    const known = this.functions.get(name);
    if (known !== undefined) return known;
    const allowed = permissions[name];
    if (allowed === undefined)
      throw new Error(`functions/${name}.ts has no permissions: run npx vitest run test/lib/ports.test.ts -u`);
    const given: readonly Grant[] = allowed.map((permission) => grants[permission](this.world));
    const made = new ServiceFunction(this, constructId(name), {
      entry: `functions/${name}.ts`,
      timeout: timeoutOf(name),
      environment: Object.assign(
        {},
        ...given.map(({ environment }) => environment),
        servedAs(this.world.configuration.name),
        limitVariables(name, allowed, this.world.configuration.limits, this.world.configuration),
      ),
      logGroup: this.logs.functions,
      memorySize: memoryOf(name),
      tracing: this.world.configuration.tracing && !byClock.has(name),
      quiet: byClock.has(name),
      placement: this.placement,
      programs: this.programs,
    });
    this.permit(made, given);
    this.functions.set(name, made);
    return made;
  }

  private permit(made: ServiceFunction, given: readonly Grant[]): void {
    for (const { actions, resources, conditions = {} } of given.flatMap(({ statements }) => statements ?? []))
      made.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: [...resources], conditions }));
    const keys = mayDecrypt(given) ? this.world.shared.otherKeys : [];
    for (const policy of new Set([...given.flatMap(({ policies = [] }) => policies), ...keys]))
      made.role?.addManagedPolicy(policy);
  }

  private workflow(name: string): StateMachine {
    const known = this.workflows.get(name);
    if (known !== undefined) return known;
    const { stateMachine } = new Workflow(this, name, {
      name,
      logGroup: this.logs.workflows,
      tracing: this.world.configuration.tracing,
      task: (task) => this.function(`tasks/${task}`),
      workflow: (nested) => this.workflow(nested),
    });
    this.workflows.set(name, stateMachine);
    return stateMachine;
  }
}

/** The name for the function's logs and metrics: src/observability/metric-names.ts. */
const servedAs = (installation: string): Readonly<Record<string, string>> =>
  installation === service ? {} : { POWERTOOLS_SERVICE_NAME: installation };
