import { inspect } from 'node:util';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { conform, examine, listed, ShapeError } from '../../../src/foundation/shape/examine.ts';
import { strict } from '../../../src/foundation/shape/schemas.ts';

const schema = strict({
  providers: v.array(strict({ name: v.string(), groups: v.optional(v.array(v.string())) })),
  routes: v.optional(v.record(v.string(), v.number())),
});

describe('a value that is held against its schema', () => {
  it('is given back as the schema reads it', () => {
    const value = { providers: [{ name: 'one' }] };
    expect(examine(schema, value)).toEqual({ ok: true, value });
    expect(conform(schema, value)).toEqual(value);
  });

  it('has every mistake told with its place, those nearest to the whole first', () => {
    const value = { providers: [{ groups: ['a', 7] }], routes: { 'GET /x': '1' }, provider: [], route: {} };
    const examined = examine(schema, value);
    expect(listed(examined.ok ? [] : examined.mistakes).split('\n')).toEqual([
      '✖ unknown keys "provider", "route"',
      '✖ expected number',
      '  → at routes["GET /x"]',
      '✖ missing',
      '  → at providers[0].name',
      '✖ expected string',
      '  → at providers[0].groups[1]',
    ]);
  });

  it('is in no part of the error, wherever that is printed', () => {
    const error = new Error('seen', { cause: caught(() => conform(schema, { providers: ['hunter2'], routes: [] })) });
    expect(error.cause).toBeInstanceOf(ShapeError);
    expect(inspect(error, { depth: 20, showHidden: true })).toContain('providers[0]: expected an object');
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain('hunter2');
    expect(JSON.stringify({ ...(error.cause as object) })).toBe('{"name":"ShapeError"}');
  });
});

const caught = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};
