import { describe, expect, it } from 'vitest';
import { sanitisedForLog } from '../../src/foundation/sanitised-error.ts';

const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJvbGdhIn0.c2lnbmF0dXJl';

describe('what is told of an error', () => {
  it('is all that it was caused by, in the order in which it led there', () => {
    const lost = new Error('ECONNRESET');
    const error = new AggregateError(
      [new TypeError('first', { cause: lost }), 'second', lost],
      'two things went wrong',
      { cause: new RangeError('third') },
    );
    expect(sanitisedForLog(error)).toMatchObject({
      name: 'AggregateError',
      detail: 'two things went wrong',
      causes: [
        { name: 'TypeError', detail: 'first' },
        { name: 'Error', detail: 'ECONNRESET' },
        { name: 'string', detail: 'second' },
        { name: 'RangeError', detail: 'third' },
      ],
    });
  });

  it('is the error alone where there is no cause, and a thing that is no error as it stands', () => {
    expect(sanitisedForLog(new Error('alone'))).toEqual({ name: 'Error', detail: 'alone', stack: expect.any(Array) });
    expect(sanitisedForLog('a word')).toEqual({ name: 'string', detail: 'a word' });
  });

  it('ends, where causes lead back to where they began', () => {
    const first = new Error('first');
    const second = new Error('second', { cause: first });
    first.cause = second;
    expect(sanitisedForLog(first).causes).toEqual([{ name: 'Error', detail: 'second' }]);
  });

  it('is bounded: in the length of a message, in causes and in frames', () => {
    const many = new AggregateError(
      Array.from({ length: 30 }, (_, n) => new Error(`${n} ${'x'.repeat(5_000)}`)),
      'many',
    );
    const line = sanitisedForLog(many);
    expect(line.causes).toHaveLength(8);
    expect(line.furtherCauses).toBe(22);
    expect(line.stack?.length).toBeLessThanOrEqual(5);
    expect(JSON.stringify(line).length).toBeLessThan(12_000);
  });

  it.each([
    '{"password":hunter2}',
    '{"data":{"data":{"user":"olga","password":"correct horse","n":hunter2}},"more":"of it, and so on"}',
    'hunter2',
    '{"a":"hunter2"}hunter2" is not valid JSON, "',
    '["\n"hunter2]',
  ])('quotes nothing of a text that is no JSON, which may hold a secret: %j', (text) => {
    let thrown: unknown;
    try {
      JSON.parse(text);
    } catch (error) {
      thrown = error;
    }
    const error = new Error('outer', { cause: thrown });
    expect(sanitisedForLog(error).causes).toMatchObject([{ name: 'SyntaxError' }]);
    expect(JSON.stringify(sanitisedForLog(error))).not.toMatch(/hunt|orse|olga/);
  });

  it('holds no secret, not even half of one that stands where the message is cut', () => {
    for (let before = 440; before < 520; before += 1) {
      const error = new Error(`${'x '.repeat(before / 2)}password = "hunter 2 and ${token}"${' y'.repeat(600)}`);
      error.stack = `Error: ${error.message}\n    at call (https://user:hunter3@host/${token}.js:1:1)`;
      const line =
        JSON.stringify(sanitisedForLog(new Error('outer', { cause: error })).causes) +
        JSON.stringify(sanitisedForLog(error).stack);
      for (const secret of ['hunter', 'eyJ', 'c2lnbmF']) expect(line).not.toContain(secret);
    }
  });
});
