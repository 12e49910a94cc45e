import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { routes } from '../../src/http/routes.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { accessLogFormat } from './access-log.ts';
import { addDomain } from './custom-domain.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import { answerOtherMethods } from './other-methods.ts';

export interface HttpApiProps {
  readonly configuration: Pick<
    Configuration,
    'name' | 'paused' | 'cors' | 'throttling' | 'webAcl' | 'customDomain' | 'tracing' | 'gatewayLogRole'
  >;
  readonly accessLogs: ILogGroup;
  /** the function of functions/http/<name>.ts */
  endpoint(name: string): IFunction;
}

/** The route table as a REST API: one method a row, HEAD beside GET, and what every path answers to other methods. */
export class HttpApi extends Construct {
  readonly api: RestApi;
  /** what a custom domain's name has to point to, when it is not entered in Route 53 here */
  readonly domainTarget: string | undefined;

  constructor(scope: Construct, id: string, props: HttpApiProps) {
    super(scope, id);
    const { configuration } = props;
    const { name, paused, throttling, webAcl, customDomain, gatewayLogRole, cors } = configuration;
    this.api = new RestApi(this, 'Api', {
      restApiName: name,
      endpointTypes: [EndpointType.REGIONAL],
      // a second way in would go round what stands before the domain
      ...(customDomain !== undefined && { disableExecuteApiEndpoint: true }),
      cloudWatchRole: gatewayLogRole,
      ...(gatewayLogRole && { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN }),
      deployOptions: {
        stageName: 'toscanini',
        tracingEnabled: configuration.tracing,
        ...everyMethod,
        ...(paused ? closed : { throttlingRateLimit: throttling.rate, throttlingBurstLimit: throttling.burst }),
        methodOptions: throttledRoutes(throttling.routes, paused),
        accessLogDestination: new LogGroupLogDestination(props.accessLogs),
        accessLogFormat,
      },
    });
    for (const route of routes) {
      const integration = new LambdaIntegration(props.endpoint(route.function), {
        timeout: Duration.seconds(29),
        allowTestInvoke: false,
      });
      const resource = this.api.root.resourceForPath(route.path);
      resource.addMethod(route.method, integration);
      if (route.method === 'GET') resource.addMethod('HEAD', integration);
    }
    answerOtherMethods(this.api, cors?.origin);
    addGatewayResponses(this.api, paused, cors?.origin);
    if (customDomain !== undefined) this.domainTarget = addDomain(this.api, customDomain);
    if (webAcl !== undefined)
      new CfnWebACLAssociation(this, 'Firewall', {
        webAclArn: webAcl,
        resourceArn: this.api.deploymentStage.stageArn,
      });
  }
}

/**
 * The gateway takes the settings of one method for all that it has: none is inherited. Its own log of executions is off: the gateway
 * makes the group for it, which never expires and outlives the stack. What it would say of a failure is in the access log. Metrics
 * of each method are off: each is paid for as a team's own, and nothing here shows them; those of the whole API are free.
 */
const everyMethod = {
  loggingLevel: MethodLoggingLevel.OFF,
  dataTraceEnabled: false,
  metricsEnabled: false,
} as const;

/** Nobody gets through: gateway-responses.ts says why to who asks. */
const closed = { throttlingRateLimit: 0, throttlingBurstLimit: 0 } as const;

/** In a pause each is shut by itself: what stands for one method goes before what stands for all. */
const throttledRoutes = (own: Configuration['throttling']['routes'], paused: boolean) =>
  Object.fromEntries(
    Object.entries(own).map(([route, { rate, burst }]) => {
      const [method, path] = route.split(' ');
      const limits = paused ? closed : { throttlingRateLimit: rate, throttlingBurstLimit: burst };
      return [`${path}/${method}`, { ...everyMethod, ...limits }];
    }),
  );
