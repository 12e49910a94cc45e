import { expect, it } from 'vitest';
import { administered } from './administered.ts';
import { call } from './called.ts';
import { served } from './served.ts';

const since = '2026-11-29T10:15:03.120Z';

const asked = (answer: object, ...words: readonly string[]) => administered([answer], ...words);

it('pauses the installation with a reason, and says so', async () => {
  const by = { issuer: 'https://issuer.example', subject: 'ada' };
  const answer = { paused: true, since, reason: 'the network\u001b[31m is mended', by };
  expect(await asked(answer, 'pause', '-m', 'the network is mended')).toEqual({
    ...{ code: 0, error: '' },
    requests: ['PUT /pause {"paused":true,"reason":"the network is mended"}', 'GET /pause'],
    out: expect.stringMatching(/^paused since 2026-11-29 10:15 UTC by ada: the network.* is mended\n$/),
  });
});

it('says without a reason whether it is paused, and changes nothing', async () => {
  expect(await asked({ paused: false }, 'pause')).toMatchObject({
    ...{ code: 0, requests: ['GET /pause'], out: 'the installation is not paused\n' },
  });
  const { out } = await asked({ paused: true, since, reason: 'r' }, 'pause', '--json');
  expect(JSON.parse(out)).toEqual({ paused: true, since, reason: 'r' });
});

it('resumes', async () => {
  const { code, requests } = await asked({ paused: false }, 'resume');
  expect([code, requests]).toEqual([0, ['PUT /pause {"paused":false}', 'GET /pause']]);
});

it('tells the reason of a refusal at once, and not that it may have been accepted', async () => {
  let requests = 0;
  const url = await served((_, response) => {
    requests += 1;
    const body = { code: 503, title: 'Service Unavailable', message: 'paused: the network is mended' };
    response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '600' }).end(JSON.stringify(body));
  });
  const template = 'examples/web-server.yaml';
  const { code, error } = await call(['deploy', template, '--detach', '--url', url, '--token', 'x']);
  expect(code).toBe(6);
  expect(error).toMatch(/^✖ paused: the network is mended\n/);
  expect(error).not.toContain('may have been accepted');
  expect(requests).toBe(1);
});
