import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Route } from '../../src/http/routes.ts';
import { gatewayResponses } from './gateway-responses.ts';
import type { Operation } from './operation.ts';
import { optionsAnswer, otherMethodsAnswer, rootAnswer } from './own-answers.ts';

export interface DefinitionProps {
  readonly name: string;
  readonly served: readonly Route[];
  readonly paused: boolean;
  /** the only other origin whose pages may call: docs/operations.md, `cors` */
  readonly origin: string | undefined;
}

/**
 * The route table as the OpenAPI document that API Gateway makes the API of: each row, HEAD for each GET, OPTIONS, and an
 * answer to every other method. It is one resource of the stack, whatever its number of routes (docs/decisions/0064).
 */
export const definition = (scope: Construct, { name, served, paused, origin }: DefinitionProps): object => ({
  openapi: '3.0.1',
  info: { title: name, version: '1' },
  paths: {
    '/': {
      get: rootAnswer(origin),
      head: rootAnswer(origin),
      ...gatewayOwn(['GET', 'HEAD'], origin),
    },
    ...Object.fromEntries(
      [...Map.groupBy(served, ({ path }) => path)].map(([path, rows]) => [
        path,
        { ...operations(scope, rows), ...gatewayOwn(rows.flatMap(methodsOf), origin) },
      ]),
    ),
  },
  'x-amazon-apigateway-gateway-responses': gatewayResponses(paused, origin),
});

/** The stage variable with the name of the function functions/http/<endpoint>.ts. */
export const variableOf = (endpoint: string): string => endpoint.replaceAll(/[^a-z0-9]/gi, '_');

/** GET includes HEAD: RFC 9110, 9.3.2. */
const methodsOf = ({ method }: Route): readonly string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]);

const operations = (scope: Construct, rows: readonly Route[]): Readonly<Record<string, Operation>> =>
  Object.fromEntries(
    rows.flatMap((row) => methodsOf(row).map((method) => [method.toLowerCase(), calling(scope, row.function)])),
  );

const gatewayOwn = (allowed: readonly string[], origin: string | undefined) => ({
  options: optionsAnswer(allowed, origin),
  'x-amazon-apigateway-any-method': otherMethodsAnswer(allowed, origin),
});

/** Just below the 29 seconds after which API Gateway gives up. */
const timeoutInMillis = 29_000;

/**
 * Calls the function that the stage names. Were its ARN here, the API would wait for the functions; these wait for the client
 * of the dashboard, and that for the API, whose address it has.
 */
const calling = (scope: Construct, endpoint: string): Operation => {
  const stack = Stack.of(scope);
  const arn = stack.formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: `\${stageVariables.${variableOf(endpoint)}}`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  const uri = stack.formatArn({
    service: 'apigateway',
    account: 'lambda',
    resource: 'path',
    resourceName: `2015-03-31/functions/${arn}/invocations`,
  });
  return {
    responses: {},
    'x-amazon-apigateway-integration': { type: 'aws_proxy', httpMethod: 'POST', uri, timeoutInMillis },
  };
};
