import type { Api, ApiAnswer, ApiMethod } from './cloud.ts';
import { type Resolve, text } from './resolver.ts';
import { type Resource, resourcesOf, type Stack } from './stacks.ts';

/** The REST API's methods with their functions, and the gateway's own answers. */
export const readApi = (stacks: readonly Stack[], resolve: Resolve): Api => ({
  methods: resourcesOf(stacks, 'AWS::ApiGateway::Method').map((method) => toMethod(method, resolve)),
  refusals: Object.fromEntries(
    resourcesOf(stacks, 'AWS::ApiGateway::GatewayResponse').map(({ Properties }) => [
      text(Properties['ResponseType']),
      {
        status: Number(Properties['StatusCode']),
        headers: unquoted(Properties['ResponseParameters'], 'gatewayresponse.header.'),
        body: jsonTemplate(Properties['ResponseTemplates']),
      },
    ]),
  ),
  ...compression(resourcesOf(stacks, 'AWS::ApiGateway::RestApi')),
});

const compression = ([api]: readonly Resource[]): Pick<Api, 'compressesFrom'> => {
  const size = api?.Properties['MinimumCompressionSize'];
  return typeof size === 'number' ? { compressesFrom: size } : {};
};

interface Integration {
  readonly Type: string;
  readonly Uri?: unknown;
  readonly IntegrationResponses?: readonly Record<string, unknown>[];
}

const toMethod = (method: Resource, resolve: Resolve): ApiMethod => {
  const { Properties, stack, logicalId } = method;
  const integration = Properties['Integration'] as Integration;
  return {
    resourceId: logicalId,
    path: pathOf(Properties['ResourceId'], stack),
    method: text(Properties['HttpMethod']),
    target:
      integration.Type === 'MOCK' ? mockAnswer(integration, logicalId) : { functionArn: functionOf(method, resolve) },
  };
};

/**
 * The path of a method, from the resource tree: each resource names its parent, and the root is an attribute of the API.
 */
const pathOf = (id: unknown, stack: Stack): string => {
  const logicalId = (id as { Ref?: string }).Ref;
  if (logicalId === undefined) return '';
  const { ParentId, PathPart } = stack.Resources[logicalId]?.Properties ?? {};
  return `${pathOf(ParentId ?? {}, stack)}/${text(PathPart)}`;
};

const functionOf = ({ Properties, stack, logicalId }: Resource, resolve: Resolve): string => {
  const { Type, Uri } = Properties['Integration'] as Integration;
  const [, arn] = /\/functions\/([^/]+)\/invocations$/.exec(text(resolve(Uri, stack))) ?? [];
  if (Type === 'AWS_PROXY' && arn !== undefined) return arn;
  throw new Error(
    `${logicalId}: the laptop's gateway has no integration of the type ${Type} with ${JSON.stringify(Uri)}`,
  );
};

/** The fixed answer of a mock without template logic. */
const mockAnswer = ({ IntegrationResponses = [] }: Integration, logicalId: string): ApiAnswer => {
  const [response] = IntegrationResponses;
  if (response === undefined || IntegrationResponses.length > 1)
    throw new Error(
      `${logicalId}: the laptop's gateway supports mocks with one response; this one has ${IntegrationResponses.length}`,
    );
  return {
    status: Number(response['StatusCode']),
    headers: unquoted(response['ResponseParameters'], 'method.response.header.'),
    body: jsonTemplate(response['ResponseTemplates']),
  };
};

/** Removes the single quotes around literal values: `'GET, POST'`. */
const unquoted = (parameters: unknown, prefix: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries((parameters ?? {}) as Record<string, unknown>).map(([name, value]) => [
      name.slice(prefix.length),
      text(value).replace(/^'|'$/g, ''),
    ]),
  );

const jsonTemplate = (templates: unknown): string =>
  text(((templates ?? {}) as Record<string, unknown>)['application/json'] ?? '');
