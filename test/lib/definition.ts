import type { Template } from 'aws-cdk-lib/assertions';
import type { MockResponse, Operation } from '../../lib/api/operation.ts';

export interface Method {
  readonly path: string;
  /** in upper case; ANY stands for those that the path does not list */
  readonly method: string;
  readonly integration: Operation['x-amazon-apigateway-integration'];
  /** of a method that the gateway answers itself */
  readonly answer: MockResponse | undefined;
}

interface GatewayResponse {
  readonly statusCode: string;
  readonly responseParameters: Readonly<Record<string, string>>;
  readonly responseTemplates: Readonly<Record<string, string>>;
}

/** What the OpenAPI document of the REST API says: its methods, and the gateway's own refusals by their type. */
export const definitionOf = (service: Template) => {
  const [api = {}] = Object.values(service.findResources('AWS::ApiGateway::RestApi'));
  const { paths, 'x-amazon-apigateway-gateway-responses': refusals } = api['Properties'].Body as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly 'x-amazon-apigateway-gateway-responses': Readonly<Record<string, GatewayResponse>>;
  };
  const methods = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([key, { 'x-amazon-apigateway-integration': integration }]): Method => {
      const method = key === 'x-amazon-apigateway-any-method' ? 'ANY' : key.toUpperCase();
      const answer = integration.type === 'mock' ? integration.responses['default'] : undefined;
      return { path, method, integration, answer };
    }),
  );
  return { paths, methods, refusals };
};
