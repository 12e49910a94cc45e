import { expect, it } from 'vitest';
import { call } from './called.ts';
import { served } from './served.ts';

const uuid = '01980000-0000-7000-8000-000000000001';
const all = [3, 2, 1].map((number) => ({
  ...{ number, acceptedAt: '2026-11-28T10:15:03.120Z', ...(number === 2 && { inForce: true }) },
}));
const comparison = {
  lines: [],
  inputs: [{ name: 'cpus', old: 1, new: 3 }],
  changes: [],
  added: [],
  removed: [],
  notes: [],
};

/** The addresses that the command asks for. */
const asked = async (...words: readonly string[]) => {
  const paths: string[] = [];
  const url = await served(({ url: path = '' }, response) => {
    paths.push(path.replace(`/deployments/${uuid}`, ''));
    const list = path.split('?', 1).join().endsWith('/versions');
    response.end(JSON.stringify(list ? all : { ...all[0], template: 'a: 1', comparison }));
  });
  const { code, out, error } = await call(['versions', uuid, ...words, '--url', url, '--token', 'x']);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return { last: paths.at(-1), out };
};

it('compares with the version in force where no other one is named', async () => {
  expect(await asked('--compare', '1')).toEqual({
    last: expect.stringMatching(/^\/versions\/2\?.*=1$/),
    out: 'input cpus: 1 → 3\n',
  });
  expect((await asked('3', '--compare', '1')).last).toMatch(/^\/versions\/3\?.*=1$/);
  expect((await asked()).out).toMatch(/^VERSION .*\n3 .*\n2 \* .*\n1 /);
});
