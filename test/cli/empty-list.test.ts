import { expect, it } from 'vitest';
import { call } from './called.ts';
import { served } from './served.ts';

const none = { content: [], page: { totalPages: 0, number: 0 } };

it.each([
  [
    [],
    ['physics'],
    'you have no deployments; toscanini deploy FILE makes one\ntoscanini ls --group physics lists those of your group\n',
  ],
  [[], [], 'you have no deployments; toscanini deploy FILE makes one\n'],
  [['--state', 'failed'], ['physics'], 'no deployment is like that\n'],
  [['--json'], ['physics'], '[]\n'],
])('says where those of a group are, when the user has none: ls %j of %j', async (flags, groups, expected) => {
  const url = await served(({ url: path = '' }, response) =>
    response.end(JSON.stringify(path.startsWith('/me') ? { subject: 'mia', groups } : none)),
  );
  const { code, out, error } = await call(['ls', ...flags, '--url', url, '--token', 'x']);
  expect({ code, out, error }).toEqual({ code: 0, out: expected, error: '' });
});
