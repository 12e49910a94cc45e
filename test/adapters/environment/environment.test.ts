import { inspect } from 'node:util';
import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { jsonVariable, optionalVariable, variable } from '../../../src/adapters/environment/environment.ts';
import { address, numeric, recordOf, strict } from '../../../src/foundation/shape/schemas.ts';

afterEach(() => vi.unstubAllEnvs());

const schema = v.array(strict({ password: v.string() }));
const thrownBy = (run: () => unknown): Error => {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
};

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
        /FILES_BUCKET is not set: expected the name of a bucket; .*lib\/grants\/grants\.ts.*toscanini\.config\.ts/,
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

  const kinds: readonly (readonly [string, v.GenericSchema, unknown])[] = [
    ['a number', v.number(), 'hunter2'],
    ['a text of a form', v.pipe(v.string(), v.regex(/^[0-9]+$/)), 'hunter2'],
    ['a short text', v.pipe(v.string(), v.maxLength(3)), 'hunter2'],
    ['one of some', v.picklist(['a', 'b']), 'hunter2'],
    ['this one', v.literal('a'), 'hunter2'],
    ['either', v.union([v.number(), v.pipe(v.string(), v.maxLength(3)), strict({ a: v.string() })]), 'hunter2'],
    ['an address', address, 'hunter2'],
    ['a number in whatever form', numeric, 'hunter2'],
    ['whether', v.pipe(v.string(), v.parseBoolean()), 'hunter2'],
    ['texts', recordOf(v.string(), v.number()), { port: 'hunter2' }],
    ['a list', v.tuple([v.string()]), [['hunter2']]],
    [
      'what a check refuses',
      v.pipe(
        v.string(),
        v.check(() => false),
      ),
      'hunter2',
    ],
    [
      'what a transformation refuses',
      v.pipe(
        v.string(),
        v.rawTransform(({ addIssue, NEVER }) => {
          addIssue();
          return NEVER;
        }),
      ),
      'hunter2',
    ],
  ];

  it.each(kinds)('that is not %s shows nothing of it, in the message or elsewhere in the error', (_, kind, value) => {
    vi.stubEnv('PROVIDERS', JSON.stringify({ one: value }));
    const failed = thrownBy(() => jsonVariable('PROVIDERS', 'a list', v.object({ one: kind })));
    expect(failed.message).toMatch(/wrong form: expected a list; ✖ .* → at one/);
    expect(inspect(failed, { depth: 20, showHidden: true })).not.toContain('hunter2');
  });
});

describe('a variable in the file beside the program', () => {
  const fresh = async (text: string | undefined) => {
    vi.resetModules();
    vi.doMock('node:fs', () => ({
      existsSync: () => text !== undefined,
      readFileSync: () => text,
    }));
    const { optionalVariable: read } = await import('../../../src/adapters/environment/environment.ts');
    vi.doUnmock('node:fs');
    return read;
  };

  it('counts where the environment has none', async () => {
    vi.stubEnv('LAMBDA_TASK_ROOT', '/var/task');
    const read = await fresh('{"A_LONG_LIST":"from the file"}');
    expect(read('A_LONG_LIST')).toBe('from the file');
    vi.stubEnv('A_LONG_LIST', 'from the environment');
    expect(read('A_LONG_LIST')).toBe('from the environment');
    expect(read('ANOTHER')).toBeUndefined();
  });

  it('is none where there is no file', async () => {
    vi.stubEnv('LAMBDA_TASK_ROOT', '/var/task');
    expect((await fresh(undefined))('A_LONG_LIST')).toBeUndefined();
  });
});
