/** @module-tag full */

/** What the description of the service says may be sent is what the service takes: no more, and no less. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { callbackPattern } from '../../src/domain/deployments/accepting/callback-address.ts';
import { InvalidError } from '../../src/foundation/errors.ts';
import { examine } from '../../src/foundation/shape/examine.ts';
import type { CreationPorts } from '../../src/http/deployments/creation.ts';
import { openApi } from '../../src/http/openapi/openapi.ts';
import { operations } from '../../src/http/openapi/operations.ts';
import { keyOf, keyPattern } from '../../src/http/pipeline/idempotency.ts';
import { requireReadable, tagsPattern } from '../../src/http/pipeline/preconditions.ts';
import { routes } from '../../src/http/routes.ts';
import { processorTime } from '../support/processor-time.ts';
import { sampled } from '../support/sampled.ts';

const template = 'tosca_definitions_version: tosca_simple_yaml_1_3\n';

type Entries = { readonly [name: string]: v.GenericSchema };
interface Field {
  readonly at: string;
  readonly schema: v.GenericSchema;
  readonly accepts: (value: unknown) => boolean;
  readonly isQuery: boolean;
  readonly pattern: string;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** As an installation that bounds times, so that these are looked at too; private callbacks are no matter of form. */
const ports: CreationPorts = { callbacksToPrivateAddresses: true, creationLimits: { mostTimeoutMins: 1_440 } };
const document = JSON.parse(JSON.stringify(openApi('https://api.example', ports)));

const entriesOf = (schema: v.GenericSchema | undefined): Entries => {
  const object = schema as { readonly entries?: Entries; readonly pipe?: readonly { readonly entries?: Entries }[] };
  return object?.entries ?? object?.pipe?.[0]?.entries ?? {};
};

const isDescribed = (told: object, value: unknown): boolean => ajv.validate(told, value) as boolean;

/** A query has texts only, so a number that the description allows is sent as its digits. */
const numberIn = (value: unknown): unknown => (/^-?[0-9]+$/.test(`${value}`) ? Number(value) : value);

const patternOf = (told: object): string => {
  const [, escaped = ''] = /"pattern":("(?:[^"\\]|\\.)*")/.exec(JSON.stringify(told)) ?? [];
  return escaped === '' ? '' : JSON.parse(escaped);
};

const fields: readonly Field[] = routes.flatMap((route) => {
  const { query, body } = operations[route.function];
  const described = document.paths[route.path][route.method.toLowerCase()];
  const field = (isQuery: boolean, name: string, schema: v.GenericSchema, told: object): Field => ({
    at: `${route.function} ${name}`,
    schema,
    isQuery,
    accepts: (value) => isDescribed(told, value) || (isQuery && isDescribed(told, numberIn(value))),
    pattern: patternOf(told),
  });
  const inQuery = Object.entries(entriesOf(query)).map(([name, schema]) => {
    const parameter = described.parameters.find((one: { readonly name: string }) => one.name === name);
    return field(true, name, schema, parameter.schema);
  });
  const shape = typeof body === 'function' ? body(ports) : body;
  const told = described.requestBody?.content['application/json'].schema.properties ?? {};
  return [
    ...inQuery,
    ...Object.entries(entriesOf(shape)).flatMap(([name, schema]) =>
      told[name] ? [field(false, name, schema, told[name])] : [],
    ),
  ];
});

/** Texts that are near what is allowed: of the characters of the pattern, and what clients send. */
const near = (pattern: string) =>
  fc.oneof(
    fc.string({ unit: fc.constantFrom(...new Set(pattern), ...' 019+,aé😀\n'), maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.constantFrom(
      '',
      ' ',
      'true',
      'FALSE ',
      '0',
      '1',
      '+7',
      ' 12 ',
      '1440',
      '1441',
      '01440',
      '2147483647',
      '999999999',
      '1000000000',
      '2147483648',
    ),
    fc.constantFrom(
      'createdAt',
      'updatedAt,desc',
      ' createdAt , ASC',
      'me',
      'a@b',
      `${'😀'.repeat(300)}@x`,
      'a@b@c',
      'start',
      '-0',
    ),
    fc.constantFrom(
      'https://h.example/x?y=1#z',
      'HTTP://h:65535',
      'http://h:65536',
      'https://h/%zz',
      'https://h/é',
      'x',
    ),
    fc.constantFrom('RUNNING', 'DELETE_FAILED', '😀'.repeat(255), '😀'.repeat(256), 'x'.repeat(513), 'x'.repeat(200)),
    fc.integer({ min: 0, max: 3_000_000_000 }).map(String),
    ...(/\(\?[=!]/.test(pattern) || pattern === '' ? [] : [fc.stringMatching(new RegExp(pattern, 'u'))]),
  );

const values = fc.oneof(
  fc.integer(),
  fc.integer({ min: -1, max: 1_500 }),
  fc.double(),
  fc.constantFrom<unknown>(null, true, false, 2 ** 31 - 1, 2 ** 31, 1440, 1441, [], {}, { a: 1 }),
);

describe('a field', () => {
  it('is one of all that are sent', () => {
    expect(fields.length).toBeGreaterThan(40);
  });

  it.each(fields.map((field) => [field.at, field] as const))(
    '%s is taken when it is as described, and only then',
    (_, field) => {
      const sent = field.isQuery ? near(field.pattern) : fc.oneof(near(field.pattern), values);
      fc.assert(
        fc.property(sent, (value) => {
          // a host that the pattern allows may be none all the same, such as 1.2.3.4.5; it is judged with what it leads to
          fc.pre(
            !field.at.endsWith('callback') || typeof value !== 'string' || URL.canParse(value) || !field.accepts(value),
          );
          // a schema can only count characters, and names in S3 are limited in bytes
          fc.pre(
            !/ (prefix|after)$/.test(field.at) || Buffer.byteLength(String(value)) <= 1024 || !field.accepts(value),
          );
          expect([value, examine(field.schema, value).ok]).toEqual([value, field.accepts(value)]);
        }),
        { numRuns: sampled(70, 200) },
      );
    },
  );
});

const bodies = routes.flatMap((route) => {
  const { body } = operations[route.function];
  if (!body) return [];
  const described =
    document.paths[route.path][route.method.toLowerCase()].requestBody.content['application/json'].schema;
  const shape = typeof body === 'function' ? body(ports) : body;
  const members = Object.entries<object>(described.properties ?? {});
  return [[route.function, { shape, described, members }] as const];
});

/** Values of many kinds; of each member, those that it may have. */
const samples: readonly unknown[] = [
  ...[null, '', true, 1, {}, [], 'x', 'me', '2d', '2030-01-01T00:00:00Z', 'https://h.example/x', '.*', 'stop'],
  ...[
    template,
    { a: 'b' },
    'DELETE_FAILED',
    'RUNNING',
    'SUSPENDED',
    'STOPPED',
    'approve',
    'accept',
    'redrive',
    'd'.repeat(43),
  ],
];

describe('a body', () => {
  it.each(bodies)('%s is taken when its members are there as described, and only then', (_, body) => {
    const members = body.members.map(([name, told]) => {
      const allowed = samples.filter((value) => isDescribed(told, value));
      return [name, fc.option(fc.constantFrom(...allowed), { nil: undefined })] as const;
    });
    fc.assert(
      fc.property(fc.record(Object.fromEntries(members)), (made) => {
        const sent = JSON.parse(JSON.stringify(made));
        expect([sent, examine(body.shape, sent).ok]).toEqual([sent, isDescribed(body.described, sent)]);
      }),
      { numRuns: sampled(70, 200) },
    );
  });
});

const outcome = (run: () => unknown): string => {
  try {
    run();
    return 'taken';
  } catch (error) {
    if (error instanceof InvalidError) return 'no such form';
    throw error;
  }
};

describe('a header', () => {
  const expected = (pattern: string, value: string): string =>
    new RegExp(pattern, 'u').test(value) ? 'taken' : 'no such form';
  const tags = fc.oneof(
    near(tagsPattern),
    fc.stringMatching(new RegExp(tagsPattern, 'u')),
    fc.string({ unit: fc.constantFrom(...'W/"ab,* \t'), maxLength: 14 }),
  );

  it.each(['if-match', 'if-none-match'])('%s is of the form that is described, or refused for it', (name) => {
    fc.assert(
      fc.property(tags, (value) => {
        expect(outcome(() => requireReadable({ [name]: value }))).toBe(expected(tagsPattern, value));
      }),
      { numRuns: sampled(300, 1_000) },
    );
  });

  it('Idempotency-Key is too', () => {
    const keys = fc.oneof(near(keyPattern), fc.stringMatching(new RegExp(keyPattern)));
    fc.assert(
      fc.property(keys, (value) => {
        // blanks around a header's value are no part of it
        expect(outcome(() => keyOf({ 'idempotency-key': value }))).toBe(expected(keyPattern, value.trim()));
      }),
      { numRuns: sampled(300, 1_000) },
    );
  });

  it('has patterns that take long for no text', () => {
    for (const pattern of [tagsPattern, keyPattern, callbackPattern, ...fields.map(({ pattern }) => pattern)])
      for (const piece of ['"', '",', 'a', '%41', '/', '?', ' ', '0', '1', '@', 'https://a'])
        for (const text of [piece.repeat(20_000), `https://a/${piece.repeat(20_000)}\n`]) {
          const started = processorTime();
          new RegExp(pattern, 'u').test(text);
          expect(processorTime() - started).toBeLessThan(1_000);
        }
  });
});
