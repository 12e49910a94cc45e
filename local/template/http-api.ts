import type { MockIntegration, Operation } from '../../lib/api/operation.ts';
import type { Api, ApiAnswer, ApiMethod } from './cloud.ts';
import { type Resolve, text } from './resolver.ts';
import { type Resource, resourcesOf, type Stack } from './stacks.ts';

/** The part of an OpenAPI document for API Gateway that a laptop can serve. */
interface Definition {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly 'x-amazon-apigateway-gateway-responses': Readonly<Record<string, OwnAnswer>>;
}

interface OwnAnswer {
  readonly statusCode: string;
  readonly responseParameters?: Readonly<Record<string, string>>;
  readonly responseTemplates?: Readonly<Record<string, string>>;
}

/** The REST API's methods with their functions, and the gateway's own answers: those of the OpenAPI document in its `Body`. */
export const readApi = (stacks: readonly Stack[], resolve: Resolve): Api => {
  const [api] = resourcesOf(stacks, 'AWS::ApiGateway::RestApi');
  if (api === undefined) return { methods: [], refusals: {} };
  const [stage] = resourcesOf(stacks, 'AWS::ApiGateway::Stage');
  const { paths, 'x-amazon-apigateway-gateway-responses': refusals } = api.Properties['Body'] as Definition;
  const functionOf = functionsBy(stage, resolve, api.stack);
  return {
    methods: Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([key, operation]) => toMethod(path, key, operation, functionOf)),
    ),
    refusals: Object.fromEntries(
      Object.entries(refusals).map(([type, answer]) => [type, ownAnswer(answer, 'gatewayresponse.header.')]),
    ),
    ...compression(api),
  };
};

const compression = (api: Resource): Pick<Api, 'compressesFrom'> => {
  const size = api.Properties['MinimumCompressionSize'];
  return typeof size === 'number' ? { compressesFrom: size } : {};
};

const toMethod = (path: string, key: string, operation: Operation, functionOf: FunctionOf): ApiMethod => {
  const method = key === 'x-amazon-apigateway-any-method' ? 'ANY' : key.toUpperCase();
  const id = `${method} ${path}`;
  const integration = operation['x-amazon-apigateway-integration'];
  return {
    resourceId: id,
    path: path === '/' ? '' : path,
    method,
    target:
      integration.type === 'mock' ? mockAnswer(integration, id) : { functionArn: functionOf(integration.uri, id) },
  };
};

type FunctionOf = (uri: unknown, id: string) => string;

/** Reads the address of an integration, in which a variable of the stage may name the function. */
const functionsBy = (stage: Resource | undefined, resolve: Resolve, stack: Stack): FunctionOf => {
  const variables = (stage?.Properties['Variables'] ?? {}) as Readonly<Record<string, unknown>>;
  return (uri, id) => {
    const address = text(resolve(uri, stack));
    const [, arn] = /\/functions\/([^/]+)\/invocations$/.exec(address) ?? [];
    if (arn === undefined) throw new Error(`${id}: the laptop's gateway has no integration with ${address}`);
    return arn.replace(/\$\{stageVariables\.(\w+)\}/, (_, name: string) => {
      if (!Object.hasOwn(variables, name)) throw new Error(`${id}: the stage has no variable ${name}`);
      return text(resolve(variables[name], stack));
    });
  };
};

/** The fixed answer of a mock without template logic. */
const mockAnswer = ({ responses }: MockIntegration, id: string): ApiAnswer => {
  const [response, ...others] = Object.values(responses);
  if (response === undefined || others.length > 0)
    throw new Error(
      `${id}: the laptop's gateway supports mocks with one response; this one has ${Object.keys(responses).length}`,
    );
  return ownAnswer(response, 'method.response.header.');
};

const ownAnswer = (answer: OwnAnswer, prefix: string): ApiAnswer => ({
  status: Number(answer.statusCode),
  headers: unquoted(answer.responseParameters ?? {}, prefix),
  body: answer.responseTemplates?.['application/json'] ?? '',
});

/** Removes the single quotes around literal values: `'GET, POST'`. */
const unquoted = (parameters: Readonly<Record<string, string>>, prefix: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name.slice(prefix.length), value.replace(/^'|'$/g, '')]),
  );
