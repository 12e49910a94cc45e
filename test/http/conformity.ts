/** Holds answers against the description of the service, docs/openapi.json's source. */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { openApi } from '../../src/http/openapi/openapi.ts';
import type { routes } from '../../src/http/routes.ts';

export type Row = (typeof routes)[number];

interface Reference {
  readonly $ref?: string;
}
interface Response extends Reference {
  readonly headers?: { readonly [name: string]: Reference & { readonly required?: boolean } };
  readonly content?: { readonly [type: string]: { readonly schema: object } };
}
interface Described {
  readonly responses: { readonly [status: string]: Response };
}

/** As JSON, since that is what a reader of the description gets. */
const document = JSON.parse(JSON.stringify(openApi('https://api.example')));

// the words of OpenAPI around the schemas are none of JSON Schema
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema(document, 'service');

const resolved = <T extends Reference>(value: T): T => {
  if (value.$ref === undefined) return value;
  const steps = value.$ref.slice('#/'.length).split('/');
  return steps.reduce((within, step) => within[step], document) as T;
};

const validators = new Map<string, ValidateFunction>();

const validatorOf = ({ method, path }: Row, status: string, type: string): ValidateFunction => {
  const pointer = ['paths', path, method.toLowerCase(), 'responses', status];
  const { $ref } = pointer.reduce((within, step) => within[step], document) as Reference;
  const home = $ref ?? `#/${pointer.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
  const name = `service${home}/content/${type.replaceAll('/', '~1')}/schema`;
  const known = validators.get(name) ?? ajv.compile({ $ref: encodeURI(name) });
  validators.set(name, known);
  return known;
};

/** Everything that is not as it is described; empty when all is well. */
export const deviations = (row: Row, result: APIGatewayProxyResult): readonly string[] => {
  const { statusCode, body } = result;
  const operation: Described = document.paths[row.path][row.method.toLowerCase()];
  const described = operation.responses[statusCode];
  const at = `${row.method} ${row.path} ${statusCode}`;
  if (described === undefined) return [`${at} is not described`];
  const { headers = {}, content } = resolved(described);
  const missing = Object.entries(headers)
    .filter(([name, header]) => resolved(header).required && result.headers?.[name] === undefined)
    .map(([name]) => `${at} has no ${name}`);
  return [...missing, ...ofBody(row, at, `${statusCode}`, content, String(result.headers?.['Content-Type']), body)];
};

const ofBody = (
  row: Row,
  at: string,
  status: string,
  content: Response['content'],
  contentType: string,
  body: string,
): readonly string[] => {
  if (content === undefined) return body === '' ? [] : [`${at} has a body`];
  const type = contentType.split(';')[0] ?? '';
  if (content[type] === undefined) return [`${at} is ${type}`];
  const validate = validatorOf(row, status, type);
  validate(type === 'application/json' ? JSON.parse(body) : body);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${at} ${instancePath} ${message}`);
};
