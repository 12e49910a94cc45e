/** @module-tag full */

import { STATUS_CODES } from 'node:http';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../src/http/routes.ts';
import { anyCharacter } from '../support/any-character.ts';
import { sampled } from '../support/sampled.ts';
import { deviations, type Row } from './conformity.ts';
import { people } from './requests.ts';
import { id, sampleDeployment } from './samples.ts';
import { type Service, serviceForTests } from './service.ts';

const test = serviceForTests();
/** Each route finds the deployment, though the one before may have deleted it. */
beforeEach(async () => {
  const { deployments } = test.service;
  if (!(await deployments.find(id(1)))) await deployments.accept(sampleDeployment());
});

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;
type Entry = { readonly route: (ports: Service) => Handler };

const value = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('', '0', '-1', '5', 'true', 'me', id(1), 'null'),
);
const texts = (...names: string[]) => fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), value);

/** Requests of people who get through to the handlers, at every corner of them. */
const plausible = fc.record({
  httpMethod: fc.constantFrom('GET', 'POST', 'DELETE', 'BREW'),
  resource: fc.string(),
  headers: fc.constantFrom(...Object.keys(people), 'nobody').map((name) => ({ Authorization: `Bearer ${name}` })),
  pathParameters: fc.record({
    deployment_id: fc.oneof(fc.constant(id(1)), value),
    resource_id: value,
    schedule_id: value,
  }),
  queryStringParameters: texts('page', 'size', 'sort', 'cursor', 'createdBy', 'userGroup', 'excludedStatus', 'type'),
  body: fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({ template: fc.string(), parameters: fc.jsonValue(), timeoutMins: fc.jsonValue() })
      .map((b) => JSON.stringify(b)),
  ),
  isBase64Encoded: fc.boolean(),
});

/** What no gateway would ever send. */
const absurd = fc.oneof(
  fc.anything(),
  fc.record({ headers: fc.anything(), body: fc.anything(), pathParameters: fc.anything() }),
);

const check = async (row: Row, handler: Handler, event: unknown): Promise<void> => {
  const result = await handler(event as APIGatewayProxyEvent, {} as Context);
  const { statusCode, body, headers } = result;
  expect(headers).toMatchObject({ 'X-Request-ID': expect.stringMatching(/./) });
  expect(statusCode).toBeLessThan(500);
  expect(deviations(row, result)).toEqual([]);
  if (statusCode < 400) return;
  // the description of the service says what problems of a template look like
  const { problems: _, ...refusal } = JSON.parse(body);
  expect(refusal).toEqual({
    code: statusCode,
    title: STATUS_CODES[statusCode],
    message: expect.stringMatching(/./),
  });
};

describe('any event whatever gets a legal answer of the shape of the contract', () => {
  for (const row of routes) {
    const { method, path, function: name } = row;
    it(`from ${method} ${path}`, async () => {
      const file = new URL(`../../functions/http/${name}.ts`, import.meta.url).pathname;
      const entry: Entry = await import(file);
      const handler = entry.route(test.service);
      await fc.assert(
        fc.asyncProperty(plausible, (event) => check(row, handler, event)),
        { numRuns: sampled(10, 60) },
      );
      await fc.assert(
        fc.asyncProperty(absurd, (event) => check(row, handler, event)),
        { numRuns: sampled(10, 60) },
      );
    });
  }
});
