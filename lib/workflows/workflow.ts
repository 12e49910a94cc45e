import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArnFormat, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { definitionText, isExpress, kebab, placeholders, workflowNames } from './definitions.ts';

/**
 * Whether a definition names an action of Step Functions itself. Its ARN contains the partition:
 * `arn:${Partition}:states:::…`.
 */
const partitioned = (name: string): boolean => definitionText(name).includes('${Partition}');

export interface WorkflowProps {
  /** file name under statemachines/ without `.asl.json` */
  readonly name: string;
  readonly logGroup: ILogGroup;
  readonly tracing: boolean;
  /** the function of functions/tasks/<name>.ts */
  task(name: string): IFunction;
  /** the other workflow of statemachines/<name>.asl.json */
  workflow(name: string): StateMachine;
}

/** One file of statemachines/ as a state machine. It may invoke only what its placeholders name. */
export class Workflow extends Construct {
  readonly stateMachine: StateMachine;

  constructor(scope: Construct, id: string, props: WorkflowProps) {
    super(scope, id);
    const { functions, polled, workflows } = placeholders(props.name);
    const tasks = new Map(functions.map((placeholder) => [placeholder, props.task(kebab(placeholder))]));
    const nested = new Map(
      workflows.map((placeholder) => [placeholder, props.workflow(kebab(placeholder.slice(0, -'Workflow'.length)))]),
    );
    const called = isExpress(props.name) ? polledBy(props.name) : functions.filter((one) => !polled.includes(one));
    this.stateMachine = new StateMachine(this, 'StateMachine', {
      // a Standard workflow names no type, as in release 0.1.0: CloudFormation replaces a state machine whose type is added
      ...(isExpress(props.name) && { stateMachineType: StateMachineType.EXPRESS }),
      definitionBody: DefinitionBody.fromFile(definitionFile(props.name)),
      definitionSubstitutions: Object.fromEntries([
        ...(partitioned(props.name) ? [['Partition', Stack.of(this).partition]] : []),
        ...[...tasks].map(([placeholder, task]) => [placeholder, task.functionArn]),
        ...[...nested].map(([placeholder, workflow]) => [placeholder, workflow.stateMachineArn]),
      ]),
      tracingEnabled: props.tracing,
      logs: {
        // an Express workflow would write most of all lines if it logged each step
        level: isExpress(props.name) ? LogLevel.ERROR : LogLevel.ALL,
        includeExecutionData: false,
        destination: props.logGroup,
      },
    });
    // unqualified ARNs, as in the definition: no version of a function is ever invoked
    if (called.length > 0)
      this.stateMachine.addToRolePolicy(
        new PolicyStatement({
          actions: ['lambda:InvokeFunction'],
          resources: called.map((placeholder) => props.task(kebab(placeholder)).functionArn),
        }),
      );
    for (const [placeholder, workflow] of nested) {
      if (isExpress(kebab(placeholder.slice(0, -'Workflow'.length))))
        workflow.grantStartSyncExecution(this.stateMachine);
      else this.mayRun(workflow);
    }
  }

  /** Grants what `startExecution.sync:2` needs, as the AWS documentation lists it for nested workflows. */
  private mayRun(workflow: StateMachine): void {
    workflow.grantStartExecution(this.stateMachine);
    workflow.grantExecution(this.stateMachine, 'states:DescribeExecution', 'states:StopExecution');
    this.stateMachine.addToRolePolicy(
      new PolicyStatement({
        actions: ['events:PutTargets', 'events:PutRule', 'events:DescribeRule'],
        resources: [
          Stack.of(this).formatArn({
            service: 'events',
            resource: 'rule',
            resourceName: 'StepFunctionsGetEventsForStepFunctionsExecutionRule',
            arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
          }),
        ],
      }),
    );
  }
}

/** The functions that an Express workflow calls for those that start it. */
const polledBy = (express: string): readonly string[] => {
  const all = workflowNames().map(placeholders);
  const starters = all.filter(({ workflows }) => workflows.some((one) => kebab(one) === `${express}-workflow`));
  return [...new Set(starters.flatMap(({ polled }) => polled))];
};

/**
 * Writes a definition with its fragments filled in to a file for the CDK, which copies it. It is written once, since the CDK
 * reads a changed file again. The folder is removed when the process ends.
 */
const definitionFile = (name: string): string => {
  folder ??= makeFolder();
  const file = join(folder, `${name}.asl.json`);
  if (!existsSync(file)) writeFileSync(file, definitionText(name));
  return file;
};

let folder: string | undefined;

const makeFolder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'toscanini-workflows-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
};
