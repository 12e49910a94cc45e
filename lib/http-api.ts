import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  EndpointType,
  type IResource,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  MockIntegration,
  PassthroughBehavior,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { NagSuppressions } from 'cdk-nag';
import { Construct } from 'constructs';
import { type Route, routes } from '../src/http/routes.ts';
import type { Configuration } from './configuration.ts';
import { addGatewayResponses } from './gateway-responses.ts';

export interface HttpApiProps {
  readonly configuration: Pick<Configuration, 'logRetentionDays' | 'throttling' | 'webAcl'>;
  /** the function of functions/http/<name>.ts */
  endpoint(name: string): IFunction;
}

/** The route table as a REST API: one method a row, and a 405 in the error shape for every other method of its path. */
export class HttpApi extends Construct {
  readonly api: RestApi;

  constructor(scope: Construct, id: string, props: HttpApiProps) {
    super(scope, id);
    const { logRetentionDays, throttling, webAcl } = props.configuration;
    this.api = new RestApi(this, 'Api', {
      restApiName: 'toscanini',
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: true,
      cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN,
      deployOptions: {
        stageName: 'toscanini',
        loggingLevel: MethodLoggingLevel.ERROR,
        dataTraceEnabled: false,
        metricsEnabled: true,
        tracingEnabled: true,
        throttlingRateLimit: throttling.rate,
        throttlingBurstLimit: throttling.burst,
        accessLogDestination: new LogGroupLogDestination(
          new LogGroup(this, 'AccessLogs', { retention: logRetentionDays, removalPolicy: RemovalPolicy.DESTROY }),
        ),
        accessLogFormat: AccessLogFormat.jsonWithStandardFields({
          caller: false,
          user: false,
          ip: true,
          httpMethod: true,
          protocol: true,
          requestTime: true,
          resourcePath: true,
          responseLength: true,
          status: true,
        }),
      },
    });
    for (const route of routes) {
      this.api.root
        .resourceForPath(route.path)
        .addMethod(
          route.method,
          new LambdaIntegration(props.endpoint(route.function), { timeout: Duration.seconds(29) }),
        );
    }
    for (const [path, methods] of methodsByPath(routes))
      refuseOtherMethods(this.api.root.resourceForPath(path), methods);
    addGatewayResponses(this.api);
    if (webAcl !== undefined)
      new CfnWebACLAssociation(this, 'Firewall', {
        webAclArn: webAcl,
        resourceArn: this.api.deploymentStage.stageArn,
      });
    this.suppress();
  }

  private suppress(): void {
    NagSuppressions.addResourceSuppressions(
      this.api,
      [
        {
          id: 'AwsSolutions-APIG2',
          reason: 'each function checks path, query and body by schema, and names every mistake at once',
        },
        {
          id: 'AwsSolutions-APIG4',
          reason: 'the token is checked in the functions, by one rule for several issuers: design, decision 4',
        },
        { id: 'AwsSolutions-COG4', reason: "tokens come from the operators' own OIDC issuers, not from Cognito" },
        { id: 'AwsSolutions-APIG3', reason: "a web firewall is the installing team's choice" },
        {
          id: 'AwsSolutions-IAM4',
          reason: 'the account-wide role with which API Gateway writes its logs is defined by AWS',
        },
      ],
      true,
    );
  }
}

const methodsByPath = (table: readonly Route[]): Map<string, string[]> =>
  table.reduce(
    (paths, { path, method }) => paths.set(path, [...(paths.get(path) ?? []), method]),
    new Map<string, string[]>(),
  );

/** Without this the gateway answers an unknown method as it answers an unknown path. */
const refuseOtherMethods = (resource: IResource, allowed: readonly string[]): void => {
  const body = {
    code: 405,
    title: 'Method Not Allowed',
    message: `this path knows ${allowed.join(', ')}`,
  };
  resource.addMethod(
    'ANY',
    new MockIntegration({
      passthroughBehavior: PassthroughBehavior.NEVER,
      requestTemplates: { 'application/json': '{"statusCode": 405}' },
      integrationResponses: [
        {
          statusCode: '405',
          responseParameters: { 'method.response.header.Allow': `'${allowed.join(', ')}'` },
          responseTemplates: { 'application/json': JSON.stringify(body) },
        },
      ],
    }),
    { methodResponses: [{ statusCode: '405', responseParameters: { 'method.response.header.Allow': true } }] },
  );
};
