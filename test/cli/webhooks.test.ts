import { expect, it } from 'vitest';
import { call } from './called.ts';
import { served } from './served.ts';

const shown = {
  ...{ name: 'chat', userGroup: 'physics', issuer: 'https://iam.example/', form: 'toscanini' },
  ...{ url: 'https://hooks.example.org/********', kinds: ['FAILED'] },
  ...{ createdBy: { issuer: 'https://iam.example/', subject: 'lena' }, createdAt: '2026-11-29T10:15:03.120Z' },
};

const asked = async (status: number, answer: unknown, ...words: readonly string[]) => {
  const requests: string[] = [];
  const url = await served(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    requests.push(`${request.method} ${request.url} ${body}`.trim());
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(answer && JSON.stringify(answer));
  });
  return { ...(await call(['admin', ...words, '--url', url, '--token', 'x'])), requests };
};

it('subscribes a webhook, and prints its key', async () => {
  const address = 'https://hooks.example.org/T0';
  const words = ['subscribe', 'chat', address, '--group', 'physics', '--kind', 'failed', '--kind', 'attempt-failed'];
  const made = await asked(201, { ...shown, secret: 'f00' }, ...words);
  expect(made).toMatchObject({
    code: 0,
    out: expect.stringMatching(/chat is told.*physics\n.*not shown again: f00\n/),
  });
  const webhook = { url: address, form: 'toscanini', kinds: ['FAILED', 'ATTEMPT_FAILED'] };
  expect(made.requests).toEqual([`PUT /webhooks/chat ${JSON.stringify({ userGroup: 'physics', webhook })}`]);
});

it('says of one that is changed that its key stays', async () => {
  const { out } = await asked(
    204,
    '',
    'subscribe',
    'chat',
    'https://a.example/',
    '--group',
    'physics',
    '--cloudevents',
  );
  expect(out).toBe('chat is changed; its key stays\n');
});

it('says that one fails, since when, how often it was tried, and why', async () => {
  const delivery = {
    ...{ state: 'failing', at: '2026-11-29T11:15:03.120Z', failingSince: '2026-11-29T10:15:03.120Z', failedTries: 7 },
    reason: 'hooks.example.org answered 500',
  };
  const { out, requests } = await asked(200, { webhooks: [{ ...shown, delivery }] }, 'webhooks', '--json');
  expect(JSON.parse(out)).toEqual({ webhooks: [{ ...shown, delivery }] });
  expect(requests).toEqual(['GET /webhooks?deliveries=true']);
  const words = async (more: object) =>
    (await asked(200, { webhooks: [{ ...shown, delivery: { ...delivery, ...more } }] }, 'webhooks')).out;
  expect(await words({})).toContain(
    'is tried again, 7 tries failed since 2026-11-29 10:15 UTC: hooks.example.org answered 500',
  );
  expect(await words({ state: 'given-up', failedTries: 1 })).toContain('given up, 1 try failed since');
  expect(await words({ state: 'delivered' })).toMatch(/delivered 2026-11-29 11:15 UTC/);
});

it('lists them, and takes one away', async () => {
  expect((await asked(200, { webhooks: [shown] }, 'webhooks')).out).toMatch(
    /chat +physics +https:\S+\*{8} +toscanini +FAILED/,
  );
  expect((await asked(200, { webhooks: [] }, 'webhooks')).out).toBe('no webhook of a group that you manage\n');
  const { requests, out } = await asked(204, '', 'unsubscribe', 'chat', '--group', 'physics');
  expect([requests, out]).toEqual([
    ['PUT /webhooks/chat {"userGroup":"physics","webhook":null}'],
    'chat is told nothing more\n',
  ]);
});
