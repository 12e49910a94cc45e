import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyLimit, readBody } from '../../../src/http/pipeline/body.ts';
import { readRequest } from '../../../src/http/pipeline/request.ts';
import { context, event } from '../requests.ts';

const read = (body: string, isBase64Encoded = false) =>
  readBody(readRequest({ ...event(), body, isBase64Encoded }, context));

const readAs = (type: string, bytes: Buffer) => {
  const headers = { 'Content-Type': type };
  return readBody(readRequest({ ...event(), headers, body: bytes.toString('utf8') }, context));
};

describe('a request body', () => {
  it('may come in base64', () => {
    expect(read(Buffer.from('{"a":"é"}').toString('base64'), true)).toEqual({ a: 'é' });
  });

  it.each([
    ['{"a": abc}', 'line 1, column 7'],
    ['{"a":1,}', 'line 1, column 8'],
    ['{', 'line 1, column 2'],
    ['{"a":\n 1\n\n "b"}', 'line 4, column 2'],
    ['{"a":"x', 'line 1, column 8'],
    ['{"a":tru}', 'line 1, column 9'],
    ['{a:1}', 'line 1, column 2'],
    ['{} x', 'line 1, column 4'],
    ['{"a":}', 'line 1, column 6'],
  ])('%j is refused with the place of its mistake, %s', (text, place) => {
    expect(() => read(text)).toThrow(`at ${place}`);
  });

  it.each(['tosca_definitions_version: tosca_2_0\n', '---\ntemplate: x', '# my template\n', '\ufeffa: b', '%'])(
    'that is no JSON at all is told what to send: %j',
    (text) => {
      expect(() => read(text)).toThrow(
        /^the body is not JSON: it does not begin with \{; send a JSON object, .*"template"/,
      );
    },
  );

  it('says what is wrong with JSON without repeating it', () => {
    expect(() => read('{"password": hunter2}')).toThrow(
      /^the body is not JSON: unexpected token 'h' at line 1, column 14$/,
    );
  });

  it('says that JSON ends too early', () => {
    expect(() => read('{"template":')).toThrow(/^the body is not JSON: unexpected end at line 1, column 13$/);
  });

  it('may begin with a byte order mark, as editors on Windows write it', () => {
    expect(read('\ufeff{"a":1}')).toEqual({ a: 1 });
  });

  it.each([
    ['', 'has no body'],
    ['null', 'the body is null'],
    ['[1]', 'the body is an array'],
    ['"text"', 'the body is a string'],
  ])('%j is refused: %s', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('over 1 MB is too large, counted in bytes', () => {
    expect(() => read(`{"a":"${'é'.repeat(bodyLimit / 2)}"}`)).toThrow(
      expect.objectContaining({ name: 'TooLargeError' }),
    );
    expect(read(`{"a":"${'x'.repeat(bodyLimit - 8)}"}`)).toBeDefined();
  });

  it.each([
    ['9007199254740993', 9007199254740993n],
    ['-12345678901234567890', -12345678901234567890n],
    ['1e400', '1e400'],
    ['9007199254740992', 9007199254740992n],
    ['100000000000000000000', 100000000000000000000n],
    ['0.1234567890123456789', 0.12345678901234568],
    ['1e300', 1e300],
  ])('keeps the digits of %s, which an input may need', (sent, value) => {
    expect(read(`{"parameters":{"project":${sent},"list":[${sent}]}}`)).toEqual({
      parameters: { project: value, list: [value] },
    });
  });

  it.each(['{"name":"a\\ud800"}', '{"parameters":{"a":["\\udc00b"]}}', '{"parameters":{"\\ud83d":1}}'])(
    'with half a character is refused, because no database takes it: %s',
    (text) => {
      expect(() => read(text)).toThrow('half a character');
    },
  );

  it.each(['application/json; charset=ISO-8859-1', 'text/plain;charset="windows-1252"'])(
    'that is not UTF-8, as its type %s says, is refused instead of changing its characters',
    (type) => {
      expect(() => readAs(type, Buffer.from('{"password":"pässword"}', 'latin1'))).toThrow('send UTF-8');
      expect(readAs(type, Buffer.from('{"a":"ascii"}', 'latin1'))).toEqual({ a: 'ascii' });
      expect(readAs(type, Buffer.from('{"a":"é"}'))).toEqual({ a: 'é' });
    },
  );

  it.each(['application/json', 'application/json;charset=UTF-8', 'application/json; charset=utf8'])(
    'of type %s may have the character U+FFFD itself',
    (type) => {
      expect(readAs(type, Buffer.from('{"a":"\ufffd"}'))).toEqual({ a: '\ufffd' });
    },
  );

  it('may have characters that need two surrogates', () => {
    expect(read('{"name":"\\ud83d\\ude00"}')).toEqual({ name: '😀' });
  });

  it('nested too deep is refused, however deep', () => {
    for (const inside of ['', '1234567890123456789'])
      expect(() => read(`{"a":${'['.repeat(100_000)}${inside}${']'.repeat(100_000)}}`)).toThrow('levels deep');
  });

  it('is an object or an InvalidError, whatever was sent', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((text) => text.slice(1)),
        ),
        (text) => {
          try {
            expect(read(text)).toBeTypeOf('object');
          } catch (error) {
            expect(error).toMatchObject({ name: 'InvalidError' });
          }
        },
      ),
    );
  });
});
