import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Declared, readParameters } from '../../cli/input-values.ts';

const folder = mkdtempSync(join(tmpdir(), 'toscanini-inputs-'));
afterAll(() => rmSync(folder, { recursive: true }));
const written = (bytes: Buffer): string => {
  const path = join(folder, 'inputs.yaml');
  writeFileSync(path, bytes);
  return path;
};

const nothing: Declared = () => Promise.reject(new Error('nobody has to be asked'));

describe('values of inputs', () => {
  it('are read as YAML, over those of the file', async () => {
    const inputs = '{"workers": 2, "zone": "a"}';
    const input = ['workers=6', 'name=lab', 'version="1.0"', 'tags=[a, b]', 'empty=', 'url=http://x/?a=b'];
    expect(await readParameters({ inputs, input }, nothing)).toEqual({
      ...{ workers: 6, zone: 'a', name: 'lab', version: '1.0', tags: ['a', 'b'], empty: '', url: 'http://x/?a=b' },
    });
    expect(await readParameters({}, nothing)).toEqual({});
  });

  it.each([
    [{ input: ['workers'] }, '-i workers: write it as name=value'],
    [{ input: ['=6'] }, '-i =6: write it as name=value'],
    [{ input: ['a=[1'] }, '-i a: '],
    [{ inputs: '/no/such/file' }, '/no/such/file: there is no such file'],
    [{ inputs: '{"a"' }, 'a'],
    [{ input: ['a=&x [*x]'] }, '-i a: an alias stands within the value that it repeats'],
  ])('that cannot be read are an error: %j', async (given, message) => {
    await expect(readParameters(given, nothing)).rejects.toThrow(message);
    await expect(readParameters(given, nothing)).rejects.toMatchObject({ outcome: 'calledWrongly' });
  });

  it.each([
    ['UTF-16, as Windows writes it', Buffer.from('\ufeffa: grün\r\n', 'utf16le')],
    ['UTF-8 with a mark', Buffer.from('\ufeffa: grün\r\n')],
  ])('are read from a file in %s', async (_, bytes) => {
    expect(await readParameters({ inputs: written(bytes) }, nothing)).toEqual({ a: 'grün' });
  });

  it('are not taken from a file whose characters would be lost', async () => {
    const inputs = written(Buffer.from('a: 1\npassword: grün\n', 'latin1'));
    await expect(readParameters({ inputs }, nothing)).rejects.toMatchObject({
      outcome: 'calledWrongly',
      message: `${inputs}: it is not UTF-8 from line 2 on: save it as UTF-8`,
    });
  });

  const bases = { text: 'string', release: 'version', at: 'timestamp', ratio: 'float', on: 'boolean', any: undefined };
  const declared: Declared = async () => ({
    inputs: Object.entries(bases).map(([name, base]) => ({
      name,
      required: true,
      ...(base !== undefined && { base }),
    })),
  });

  it.each<[string, string, unknown]>([
    ['text', '1.10', '1.10'],
    ['text', '01234', '01234'],
    ['text', '12345678901234567890', '12345678901234567890'],
    ['text', '0x10', '0x10'],
    ['text', 'True', 'True'],
    ['text', '.inf', '.inf'],
    ['text', 'p@ss #1', 'p@ss #1'],
    ['text', '-----BEGIN KEY-----\nabc\n-----END KEY-----', '-----BEGIN KEY-----\nabc\n-----END KEY-----'],
    ['text', '"1.0 # one"', '1.0 # one'],
    ['text', '~', null],
    ['release', '1.10', '1.10'],
    ['at', '2026-01-01 # later', '2026-01-01 # later'],
    ['ratio', '1.10', 1.1],
    ['ratio', '1e3', 1000],
    ['any', '9007199254740993', 9007199254740993n],
    ['on', 'True', true],
    ['any', '1.10', 1.1],
    ['any', '[1.10, { a: 01 }]', [1.1, { a: 1 }]],
    ['none', '01', 1],
    ['text', '|-\n  two\n  lines', 'two\nlines'],
    // the service says that these are no text
    ['text', '[a, b]', ['a', 'b']],
    ['text', 'note: this', { note: 'this' }],
  ])('of a text stay as they are written, where YAML would change them: %s=%s', async (name, written, value) => {
    expect(await readParameters({ input: [`${name}=${written}`] }, declared)).toEqual({ [name]: value });
  });

  it('of a file stay so too, but not inside of others', async () => {
    const inputs = '{text: 1.10, release: 1.20, ratio: 1.30, any: [1.40, {2.0: 2.50}], 1.0: !!float 1.0}';
    expect(await readParameters({ inputs }, declared)).toEqual({
      ...{ text: '1.10', release: '1.20', ratio: 1.3, any: [1.4, { 2: 2.5 }], 1: 1 },
    });
  });
});
