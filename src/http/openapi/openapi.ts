/**
 * The description of the service (OpenAPI 3.1). It is made from the route table, and from the schemas of requests and
 * answers.
 */

import { type JsonSchema, type OverrideSchemaContext, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { CreationPorts } from '../deployments/creation.ts';
import { STATUS_CODES } from '../pipeline/errors.ts';
import { keyPattern } from '../pipeline/idempotency.ts';
import { tagsPattern } from '../pipeline/preconditions.ts';
import { type Route, routes } from '../routes.ts';
import { schemas } from '../schemas/answers.ts';
import { version } from '../service/info.ts';
import type { Content, HeaderName, Operation } from './operation.ts';
import { operations } from './operations.ts';

type Json = { readonly [member: string]: unknown };

/** `base` is the address of the service, without a slash at its end. `ports` says what the installation allows. */
export const openApi = (base: string, ports: CreationPorts = { callbacksToPrivateAddresses: false }) => ({
  openapi: '3.1.0',
  info: {
    title: 'Toscanini',
    version,
    summary: 'A deployment orchestrator for TOSCA templates',
    description:
      'Send a template; the service chooses a provider, deploys, follows the deployment to its end, and tries the ' +
      'next provider when one fails. Members of a body that are not listed are ignored. Parameters of a query that are ' +
      'not listed are refused by every method that changes something, and ignored by GET. A slash at the end of a path ' +
      'means nothing. `/` says where this description is. HEAD is answered wherever GET is, OPTIONS everywhere.',
  },
  servers: [{ url: base }],
  paths: paths(ports),
  components: {
    securitySchemes: {
      token: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'an access token of a trusted issuer',
      },
    },
    schemas: components(),
    responses: Object.fromEntries(allRefusals.map((status) => [refusalName(status), refusal(status)])),
    headers: {
      ETag: {
        description: 'the version of what is answered, for If-Match and If-None-Match',
        required: true,
        schema: { type: 'string' },
      },
      ListETag: {
        description:
          'the version of a list, for a request with If-None-Match, once nothing has changed for ten seconds',
        schema: { type: 'string' },
      },
      RequestId: { description: 'to be quoted in a report', required: true, schema: { type: 'string' } },
    },
  },
});

const paths = (ports: CreationPorts): Json => {
  const byPath: { [path: string]: { [method: string]: unknown } } = {};
  for (const route of routes) {
    byPath[route.path] = {
      ...byPath[route.path],
      [route.method.toLowerCase()]: describe(route, operations[route.function], ports),
    };
  }
  return byPath;
};

const describe = (route: Route, operation: Operation, ports: CreationPorts): Json => ({
  operationId: route.function.replace('/', '-'),
  tags: [route.function.split('/')[0]],
  summary: operation.summary,
  ...(operation.description !== undefined && { description: operation.description }),
  security: route.public ? [] : [{ token: [] }],
  parameters: [
    ...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => pathParameter(name, operation.path)),
    ...queryParameters(operation.query),
    ...(operation.headers ?? []).map((name) => headerParameter(name, route)),
  ],
  ...(operation.body && {
    requestBody: {
      required: !operation.mayLackBody,
      content: { 'application/json': { schema: sent(bodyOf(operation.body, ports)) } },
    },
  }),
  responses: responses(route, operation),
});

const bodyOf = (body: NonNullable<Operation['body']>, ports: CreationPorts): v.GenericSchema =>
  typeof body === 'function' ? body(ports) : body;

const pathParameter = (name: string, own: Operation['path']): Json => ({
  name,
  in: 'path',
  required: true,
  schema: own?.[name] ?? pathSchemas[name] ?? { type: 'string', ...(name.endsWith('_id') && { format: 'uuid' }) },
});

/** Schemas of what is no id in a path. */
const pathSchemas: { readonly [name: string]: Json } = {
  number: { type: 'integer', minimum: 1, maximum: 999_999_999 },
  provider_id: { type: 'string' },
};

const headerRules: { readonly [H in HeaderName]: string } = {
  'If-Match': 'ETags, or `*`: refuse with 412 unless one of them is that of the thing as it is now',
  'If-None-Match': 'ETags, or `*`: a GET is answered 304, and anything else 412, when one of them is that of the thing',
  'Idempotency-Key':
    '1 to 255 visible characters: the same request with the same key is answered in the same way, for a day',
};

/** A GET ignores these headers if it cannot read them, so they need no pattern there. */
const headerPattern = (name: HeaderName, method: Route['method']): Json => {
  if (name === 'Idempotency-Key') return { pattern: keyPattern };
  return method === 'GET' ? {} : { pattern: tagsPattern };
};

const headerParameter = (name: HeaderName, { method }: Route): Json => ({
  name,
  in: 'header',
  description: `${headerRules[name]}. What cannot be read is ${method === 'GET' ? 'ignored' : 'refused (400)'}.`,
  schema: { type: 'string', ...headerPattern(name, method) },
});

/** A query has no null, only the text. */
const withoutNull = (schema: Json): Json =>
  Array.isArray(schema['anyOf']) ? { anyOf: schema['anyOf'].filter(({ type }) => type !== 'null') } : schema;

const queryParameters = (query: v.GenericSchema | undefined): readonly Json[] => {
  const properties = query === undefined ? {} : ((sent(query)['properties'] ?? {}) as { [name: string]: Json });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    description: queryRules[name] ?? '',
    schema: withoutNull(schema),
  }));
};

const queryRules: { readonly [name: string]: string } = {
  page: 'number of the page, from 0',
  size: 'elements of a page; default 10, and no more than 2000 are answered',
  sort: '`createdAt` or `updatedAt`, then perhaps `,asc` or `,desc`; default `createdAt,desc`',
  cursor: 'where a page begins: only as a `next` link gives it',
  createdBy: '`me`, or `<subject>@<issuer>`',
  userGroup: 'a group that the caller is in',
  excludedStatus: 'statuses to leave out, with commas between them',
  status: 'statuses that are wanted, with commas between them; `DELETE_COMPLETE` alone: those that have ended',
  name: 'exactly this name',
  q: 'a text in the name, the id, the group, the subject of the creator, the provider, the name of a node, the address of a machine, or the name or value of an output, in upper or lower case; nothing is found by a secret',
  deliveries: '`true`: with what became of the latest events for each',
  offered:
    '`true`: only what others of the group `userGroup` offer to the caller, each with its `transfer`; a question that has expired stays listed until its owner takes it back',
  ended: '`true`: also one that has ended',
  topology: '`false`: without the nodes of the template',
  after: 'only what comes after this place',
  type: 'type of the node, or one that it derives from; `{type}`, as in the link of a deployment, means none',
  force: '`true`: remove the deployment even when its provider refuses to destroy what was made',
  dryRun: '`true`: check everything, change nothing, and answer what would happen',
};

const allRefusals = [400, 401, 403, 404, 409, 412, 413, 429, 500, 502, 503, 504];

/**
 * Statuses by which the gateway and the stack may refuse any request, those of tokens and paths, and the operation's own.
 */
const refusalsOf = (route: Route, { refusals = [] }: Operation): readonly number[] => {
  const known = route.public ? [] : [401, 403];
  const found = route.path.includes('{') ? [404] : [];
  const all = [400, ...known, ...found, ...refusals, 413, 429, 500, 502, 503, 504];
  return all.sort((a, b) => a - b);
};

const responses = (route: Route, operation: Operation): Json => {
  const answers = Object.entries(operation.answers).map(([status, content]) => [
    status,
    answer(Number(status), content, operation),
  ]);
  const refusals = refusalsOf(route, operation).map((status) => [
    status,
    { $ref: `#/components/responses/${refusalName(status)}` },
  ]);
  return Object.fromEntries([...answers, ...refusals]) as Json;
};

const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

const answer = (status: number, content: Content, { answers, isList }: Operation): Json => {
  const hasTag = status === 201 || answers[304] !== undefined;
  const tag = `#/components/headers/${isList && status === 200 ? 'ListETag' : 'ETag'}`;
  return {
    description: STATUS_CODES[status],
    headers: {
      'X-Request-ID': { $ref: '#/components/headers/RequestId' },
      ...(hasTag && { ETag: { $ref: tag } }),
      ...(status === 201 && { Location: { required: true, schema: { type: 'string', format: 'uri' } } }),
    },
    ...(content !== 'nothing' && { content: media(content) }),
  };
};

const media = (content: Exclude<Content, 'nothing'>): Json => {
  if (content === 'text') return { 'text/plain': { schema: { type: 'string' } } };
  return { 'application/json': { schema: content === 'any JSON' ? { type: 'object' } : reference(content.json) } };
};

const refusalName = (status: number): string => `Refusal${status}`;

const refusal = (status: number): Json => ({
  description: STATUS_CODES[status],
  ...((status === 401 || status === 403) && { headers: { 'WWW-Authenticate': { schema: { type: 'string' } } } }),
  content: { 'application/json': { schema: reference('Error') } },
});

/** What may be sent, as JSON Schema. If a schema has metadata, they are the result. */
const sent = (schema: v.GenericSchema): Json => {
  const { $schema: _, ...made } = toJsonSchema(schema, {
    typeMode: 'output', // the part of a pipe after its transformation, which has the metadata
    ignoreActions: ['check', 'raw_check', 'transform'],
    overrideSchema: overriddenSchema,
    overrideAction: ({ valibotAction }) =>
      valibotAction.type === 'metadata' ? (valibotAction as v.MetadataAction<unknown, Json>).metadata : undefined,
  });
  return made;
};

/**
 * Adds the type of texts, and leaves out an empty list of required members. Custom checks give nothing here: metadata
 * describe them.
 */
const overriddenSchema = ({ valibotSchema: { type }, jsonSchema }: OverrideSchemaContext): JsonSchema | undefined => {
  const { required = [], ...others } = jsonSchema;
  if (type === 'custom') return {};
  if (type === 'literal' || type === 'picklist') return { type: 'string', ...jsonSchema };
  return required.length > 0 ? undefined : others;
};

const components = (): Json =>
  toJsonSchemaDefs(schemas, {
    overrideSchema: overriddenSchema,
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  });
