import { AccessLogFormat, AccessLogField as context } from 'aws-cdk-lib/aws-apigateway';

/**
 * One line per request. It also shows failures in the gateway that no function logged. Paths are those of the route table,
 * without ids.
 */
export const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: context.contextRequestId(),
    extendedRequestId: context.contextExtendedRequestId(),
    xrayTraceId: context.contextXrayTraceId(),
    ip: context.contextIdentitySourceIp(),
    requestTime: context.contextRequestTime(),
    httpMethod: context.contextHttpMethod(),
    resourcePath: context.contextResourcePath(),
    status: context.contextStatus(),
    protocol: context.contextProtocol(),
    responseLength: context.contextResponseLength(),
    responseLatency: context.contextResponseLatency(),
    integrationLatency: context.contextIntegrationLatency(),
    integrationStatus: context.contextIntegrationStatus(),
    integrationError: context.contextIntegrationErrorMessage(),
    refusal: context.contextErrorResponseType(),
    error: context.contextErrorMessage(),
    wafStatus: context.contextWafStatus(),
  }),
);
