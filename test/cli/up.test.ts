import { expect, it } from 'vitest';
import { call } from './called.ts';

it.each(['-', 'catalog:web', '/web.yaml'])(
  'up %s asks for a name, since there is no folder to be called after',
  async (file) => {
    const env = { TOSCANINI_URL: 'http://127.0.0.1:9', TOSCANINI_TOKEN: 'x' };
    expect(await call(['up', file], { env })).toEqual({
      ...{ code: 2, out: '', questions: [] },
      error: `✖ ${file} has no folder to be called after: add --name\n`,
    });
  },
);
