import { RemovalPolicy, Size } from 'aws-cdk-lib';
import {
  ApiDefinition,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { pages, routes } from '../../src/http/routes.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { accessLogFormat } from './access-log.ts';
import { addDomain } from './custom-domain.ts';
import { definition, variableOf } from './definition.ts';
import { stageName } from './stage.ts';

export interface HttpApiProps {
  readonly configuration: Pick<
    Configuration,
    'name' | 'paused' | 'ui' | 'cors' | 'throttling' | 'webAcl' | 'customDomain' | 'tracing' | 'gatewayLogRole'
  >;
  readonly accessLogs: ILogGroup;
  /** the function of functions/http/<name>.ts */
  endpoint(name: string): IFunction;
}

/** The route table as a REST API. */
export class HttpApi extends Construct {
  readonly api: SpecRestApi;
  /** the target for the custom domain's DNS record; undefined when this stack makes the record in Route 53 */
  readonly domainTarget: string | undefined;

  constructor(scope: Construct, id: string, props: HttpApiProps) {
    super(scope, id);
    const { configuration } = props;
    const { name, paused, throttling, webAcl, customDomain, gatewayLogRole, cors } = configuration;
    const served = configuration.ui.enabled ? [...routes, ...pages] : routes;
    const variables = served.map((row) => [variableOf(row.function), props.endpoint(row.function).functionName]);
    this.api = new SpecRestApi(this, 'Api', {
      restApiName: name,
      apiDefinition: ApiDefinition.fromInline(definition(this, { name, served, paused, origin: cors?.origin })),
      endpointTypes: [EndpointType.REGIONAL],
      // requests to the default endpoint would bypass whatever protects the domain
      ...(customDomain !== undefined && { disableExecuteApiEndpoint: true }),
      // only for clients that accept it; a list of 250 resources is 16 kB instead of 362 kB
      minCompressionSize: Size.kibibytes(1),
      cloudWatchRole: gatewayLogRole,
      ...(gatewayLogRole && { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN }),
      deployOptions: {
        stageName,
        variables: Object.fromEntries(variables),
        tracingEnabled: configuration.tracing,
        ...everyMethod,
        ...(paused ? closed : { throttlingRateLimit: throttling.rate, throttlingBurstLimit: throttling.burst }),
        methodOptions: throttledRoutes(throttling.routes, paused),
        accessLogDestination: new LogGroupLogDestination(props.accessLogs),
        accessLogFormat,
      },
    });
    for (const { path, function: endpoint } of served) mayCall(this.api, path, props.endpoint(endpoint));
    if (customDomain !== undefined) this.domainTarget = addDomain(this.api, customDomain);
    if (webAcl !== undefined)
      new CfnWebACLAssociation(this, 'Firewall', {
        webAclArn: webAcl,
        resourceArn: this.api.deploymentStage.stageArn,
      });
  }
}

/** Lets the methods of one path call the function. */
const mayCall = (api: SpecRestApi, path: string, handler: IFunction): void =>
  handler.addPermission(`Api${path}`, {
    principal: new ServicePrincipal('apigateway.amazonaws.com'),
    sourceArn: api.arnForExecuteApi('*', path.replaceAll(/\{[^}]*\}/g, '*'), api.deploymentStage.stageName),
  });

/**
 * Settings of every method. The gateway inherits none: the settings of one method replace all others. Execution logs are
 * off, because the gateway makes a log group for them that never expires and outlives the stack. The access log has what
 * they would say about a failure. Metrics of each method are off: they cost money as custom metrics and nothing here shows
 * them. Metrics of the whole API are free.
 */
const everyMethod = {
  loggingLevel: MethodLoggingLevel.OFF,
  dataTraceEnabled: false,
  metricsEnabled: false,
} as const;

/** Nobody gets through: gateway-responses.ts gives callers the reason. */
const closed = { throttlingRateLimit: 0, throttlingBurstLimit: 0 } as const;

/** In a pause each route is closed separately, because limits of one method override those of all methods. */
const throttledRoutes = (own: Configuration['throttling']['routes'], paused: boolean) =>
  Object.fromEntries(
    Object.entries(own).map(([route, { rate, burst }]) => {
      const [method, path] = route.split(' ');
      const limits = paused ? closed : { throttlingRateLimit: rate, throttlingBurstLimit: burst };
      return [`${path}/${method}`, { ...everyMethod, ...limits }];
    }),
  );
