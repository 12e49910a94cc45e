/**
 * One method of a path in an OpenAPI document for API Gateway:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-integration.html
 */
export interface Operation {
  readonly responses: Readonly<Record<string, object>>;
  readonly 'x-amazon-apigateway-integration': LambdaIntegration | MockIntegration;
}

interface LambdaIntegration {
  readonly type: 'aws_proxy';
  readonly httpMethod: 'POST';
  readonly uri: string;
  readonly timeoutInMillis: number;
}

export interface MockIntegration {
  readonly type: 'mock';
  readonly passthroughBehavior: 'never';
  readonly requestTemplates: Readonly<Record<string, string>>;
  readonly responses: Readonly<Record<string, MockResponse>>;
}

export interface MockResponse {
  readonly statusCode: string;
  readonly responseParameters: Readonly<Record<string, string>>;
  readonly responseTemplates?: Readonly<Record<string, string>>;
}
