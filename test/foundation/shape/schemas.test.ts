import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { examine } from '../../../src/foundation/shape/examine.ts';
import {
  address,
  json,
  judged,
  number,
  numeric,
  objectOf,
  recordOf,
  strict,
  wholeNumber,
} from '../../../src/foundation/shape/schemas.ts';

const read = (schema: v.GenericSchema, value: unknown): unknown => {
  const examined = examine(schema, value);
  return examined.ok ? examined.value : examined.mistakes.map(({ message }) => message);
};

describe('a schema of the house', () => {
  it.each([
    ['an object that keeps what it knows', objectOf({ a: v.optional(v.string()) })],
    ['an object that takes nothing else', strict({ a: v.optional(v.string()) })],
    ['a record', recordOf(v.string(), v.string())],
  ])('takes no array for %s', (_, schema) => {
    expect(read(schema, { a: 'b' })).toEqual({ a: 'b' });
    for (const value of [[], ['b'], null, 'b']) expect(read(schema, value)).toEqual(['expected an object']);
  });

  it('keeps members of a record whose names every object of JavaScript knows', () => {
    const names = ['constructor', 'prototype', '__proto__', 'toString', 'a'];
    const value = Object.fromEntries(names.map((name) => [name, name]));
    const kept = read(recordOf(v.string(), v.string()), JSON.parse(JSON.stringify(value)));
    expect(Object.entries(kept as object)).toEqual(names.map((name) => [name, name]));
  });

  it('says at which name of a record a mistake is', () => {
    const schema = recordOf(v.picklist(['a', 'constructor'], 'unknown'), objectOf({ b: v.string() }));
    const examined = examine(schema, { a: { b: 1 }, constructor: {}, c: { b: 'x' } });
    expect(examined).toMatchObject({
      mistakes: [
        { path: ['a', 'b'], message: 'expected string' },
        { path: ['constructor', 'b'], message: 'missing' },
        { path: ['c'], message: 'unknown' },
      ],
    });
  });

  it('takes no number beyond all others, which JSON can write', () => {
    const infinite = JSON.parse('1e999');
    expect(read(number, infinite)).toEqual(['expected a finite number']);
    expect(read(wholeNumber, infinite)).toEqual(['expected a whole number']);
    expect(read(numeric, '1e999')).toEqual(['expected a finite number']);
    expect(read(json, [infinite])).toEqual(['expected JSON']);
  });

  it.each([
    ['0.5', 0.5],
    [null, 0],
    [true, 1],
    ['half', ['expected a number']],
  ])('reads the number %j as JavaScript does', (value, expected) => {
    expect(read(numeric, value)).toEqual(expected);
  });

  it('reads an address without what stands around it', () => {
    expect(read(address, ' https://a.example/\n')).toBe('https://a.example/');
    expect(read(address, 'a.example')).toEqual(['expected a URL']);
  });
});

describe('a check of one part against another', () => {
  const schema = v.pipe(
    strict({ id: v.pipe(v.string(), v.regex(/^[a-z]+$/, 'letters')), least: v.number(), most: v.number() }),
    judged(({ least, most }, refuse) => {
      if (least > most) refuse(['most'], 'less than the least');
    }),
  );

  it('is made beside others that fail, so that all is told at once', () => {
    expect(read(schema, { id: '7', least: 2, most: 1 })).toEqual(['letters', 'less than the least']);
    expect(read(schema, { id: 'a', least: 2, most: 1, mots: 3 })).toEqual([
      'unknown key "mots"',
      'less than the least',
    ]);
  });

  it('is not made where a part is not what it must be', () => {
    expect(read(schema, { id: 'a', least: 2, most: '1' })).toEqual(['expected number']);
  });
});
