import { type IResource, MockIntegration, PassthroughBehavior, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { type Route, routes } from '../src/http/routes.ts';
import { commonHeaders } from './gateway-responses.ts';

/** A 405 in the error shape for every method that a path of the route table does not know. */
export const refuseOtherMethods = (api: RestApi): void => {
  for (const [path, methods] of methodsByPath(routes)) refuse(api.root.resourceForPath(path), methods);
};

const methodsByPath = (table: readonly Route[]): Map<string, string[]> =>
  table.reduce(
    (paths, { path, method }) => paths.set(path, [...(paths.get(path) ?? []), method]),
    new Map<string, string[]>(),
  );

/** Without this the gateway answers an unknown method as it answers an unknown path. */
const refuse = (resource: IResource, allowed: readonly string[]): void => {
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
          responseParameters: {
            'method.response.header.Allow': `'${allowed.join(', ')}'`,
            ...prefixed(commonHeaders, (value) => value),
          },
          responseTemplates: { 'application/json': JSON.stringify(body) },
        },
      ],
    }),
    {
      methodResponses: [
        {
          statusCode: '405',
          responseParameters: { 'method.response.header.Allow': true, ...prefixed(commonHeaders, () => true) },
        },
      ],
    },
  );
};

const prefixed = <To>(headers: Readonly<Record<string, string>>, value: (text: string) => To) =>
  Object.fromEntries(Object.entries(headers).map(([name, text]) => [`method.response.header.${name}`, value(text)]));
