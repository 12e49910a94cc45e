import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { jsonVariable, optionalVariable, variable } from '../../src/adapters/environment.ts';

afterEach(() => vi.unstubAllEnvs());

const schema = z.array(z.strictObject({ password: z.string() }));
const read = () => jsonVariable('PROVIDERS', 'a list', schema);

describe('a variable of the environment', () => {
  it('is given back as it is set', () => {
    vi.stubEnv('FILES_BUCKET', 'files');
    expect(variable('FILES_BUCKET', 'a name')).toBe('files');
    expect(optionalVariable('FILES_BUCKET')).toBe('files');
  });

  for (const value of [undefined, '']) {
    it(`that is ${value === '' ? 'empty' : 'absent'} is named, with what is expected and where to set it`, () => {
      vi.stubEnv('FILES_BUCKET', value);
      expect(() => variable('FILES_BUCKET', 'the name of a bucket')).toThrow(
        /FILES_BUCKET is not set: expected the name of a bucket; .*lib\/grants\.ts.*toscanini\.config\.ts/,
      );
      expect(optionalVariable('FILES_BUCKET')).toBeUndefined();
    });
  }

  it('that holds JSON is parsed', () => {
    vi.stubEnv('PROVIDERS', '[{"password":"p"}]');
    expect(read()).toEqual([{ password: 'p' }]);
  });

  for (const [value, place] of [
    ['[{"password":"hunter2","pasword":"hunter2"}]', 'pasword'],
    ['[{"password":["hunter2"]}]', '[0].password'],
    ['hunter2', ''],
  ] as const) {
    it(`that is wrong says where, and shows nothing of it: ${value}`, () => {
      vi.stubEnv('PROVIDERS', value);
      expect(read).toThrow('PROVIDERS has the wrong form: expected a list');
      expect(read).toThrow(place);
      expect(read).not.toThrow(/hunter2/);
    });
  }
});
