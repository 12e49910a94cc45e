import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type CfnResource, Duration, Stack } from 'aws-cdk-lib';
import { ApiDefinition, SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Function as CdkFunction, Code, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { DefinitionBody, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { onTestFinished } from 'vitest';

/** The stacks of a small app and what a test may add to them. */
export interface SmallApp {
  readonly data: Stack;
  readonly service: Stack;
  readonly table: Table;
  readonly files: Bucket;
  function(id: string, environment?: Record<string, string>): CdkFunction;
}

/** A CDK app with the same kinds of resources as ours, in two stacks; answers the directory of its cloud assembly, gone after the test. */
export const synthesise = (furnish: (app: SmallApp) => void): string => {
  const outdir = mkdtempSync(join(tmpdir(), 'toscanini-assembly-'));
  onTestFinished(() => rmSync(outdir, { recursive: true }));
  // its own rules for templates take most of a synthesis, and only what is read of a template is tested
  const app = new App({ outdir, builtinCloudFormationValidation: false, stackTraces: false });
  const data = new Stack(app, 'data');
  const service = new Stack(app, 'service');
  furnish({
    data,
    service,
    table: smallTable(data),
    files: new Bucket(data, 'Files'),
    function: (id, environment = {}) => {
      const made = new CdkFunction(service, id, {
        runtime: Runtime.NODEJS_24_X,
        handler: 'index.handler',
        code: Code.fromInline('//'),
        timeout: Duration.seconds(28),
        environment,
      });
      (made.node.defaultChild as CfnResource).addMetadata('toscanini:entry', `functions/${id}.ts`);
      return made;
    },
  });
  return app.synth().directory;
};

const smallTable = (stack: Stack): Table => {
  const table = new Table(stack, 'Deployments', {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    sortKey: { name: 'sk', type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute: 'expiresAt',
  });
  table.addGlobalSecondaryIndex({
    indexName: 'byOwner',
    partitionKey: { name: 'owner', type: AttributeType.STRING },
    projectionType: ProjectionType.KEYS_ONLY,
  });
  return table;
};

/** One route, the mock behind its other methods, and one gateway response. */
export const furnishApi = ({ service, function: handler }: SmallApp): void => {
  const uri = `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:000000000000:function:\${stageVariables.get}/invocations`;
  const get = { 'x-amazon-apigateway-integration': { type: 'aws_proxy', httpMethod: 'POST', uri } };
  const other = {
    'x-amazon-apigateway-integration': {
      type: 'mock',
      requestTemplates: { 'application/json': '{"statusCode": 405}' },
      responses: {
        default: {
          statusCode: '405',
          responseParameters: { 'method.response.header.Allow': "'GET'" },
          responseTemplates: { 'application/json': '{"code":405}' },
        },
      },
    },
  };
  const tooLarge = {
    statusCode: '413',
    responseParameters: { 'gatewayresponse.header.Retry-After': "'5'" },
    responseTemplates: { 'application/json': '{"code":413}' },
  };
  new SpecRestApi(service, 'Api', {
    apiDefinition: ApiDefinition.fromInline({
      paths: { '/deployments/{deployment_id}': { get, 'x-amazon-apigateway-any-method': other } },
      'x-amazon-apigateway-gateway-responses': { REQUEST_TOO_LARGE: tooLarge },
    }),
    deployOptions: { variables: { get: handler('get').functionName } },
  });
};

/** A workflow of a file whose placeholder is a function, and the rules around it. */
export const furnishWorkflow = ({ service, function: handler }: SmallApp, definitionFile: string): void => {
  const workflow = new StateMachine(service, 'Create', {
    definitionBody: DefinitionBody.fromFile(definitionFile),
    definitionSubstitutions: { SubmitAttempt: handler('submit-attempt').functionArn },
  });
  new Rule(service, 'Ended', {
    eventPattern: {
      source: ['aws.states'],
      detail: { stateMachineArn: [workflow.stateMachineArn], status: ['FAILED'] },
    },
    targets: [new LambdaFunction(handler('execution-ended'))],
  });
  new Rule(service, 'EveryMinute', {
    schedule: Schedule.rate(Duration.minutes(1)),
    targets: [new LambdaFunction(handler('sweep-workflows'))],
  });
};
