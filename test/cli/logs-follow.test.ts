import { expect, it } from 'vitest';
import { call } from './called.ts';

const id = '01980000-0000-7000-8000-000000000001';

/** A deployment that ends at the second look. Its log is added to in between, when the service is started again. */
const restarted = (): typeof fetch => {
  let looks = 0;
  let logs = 0;
  const page = { content: [], page: { totalPages: 1, number: 0 }, links: [] };
  const deployment = () => ({ uuid: id, status: looks < 2 ? 'CREATE_IN_PROGRESS' : 'CREATE_COMPLETE' });
  return async (address) => {
    const path = new URL(`${address}`).pathname.slice(`/deployments/${id}`.length);
    switch (path) {
      case '/log': {
        logs += 1;
        if (logs === 1) return new Response('first line\n', { headers: { 'X-Log-Next': '1' } });
        if (logs <= 9) throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
        return new Response(logs === 10 ? 'second line\n' : '', { headers: { 'X-Log-Next': '2' } });
      }
      case '/view':
        looks += 1;
        return Response.json({ ...deployment(), version: `${looks}`, events: 0, resources: [], providers: [] });
      case '':
        return Response.json(deployment());
      default:
        return Response.json(page);
    }
  };
};

it('logs -f goes on when the service is started again, and says why nothing comes', async () => {
  const args = ['logs', id, '-f', '--url', 'http://service.example', '--token', 'x'];
  const { code, out, error } = await call(args, { fetch: restarted() });
  expect({ code, out }).toEqual({ code: 0, out: 'first line\nsecond line\n' });
  expect(error).toMatch(/^! http:\/\/service.example does not answer: .*; trying again\n$/);
});

it.each([-2, 2])(
  'logs --since tells what is newer by the clock of the service: the own one is %i h ahead',
  async (hours) => {
    const date = 'Fri, 20 Nov 2026 12:00:00 GMT';
    const log = '2026-11-20T11:00:00Z old\n2026-11-20T11:59:00Z new\n';
    const args = ['logs', id, '--since', '10m', '--url', 'http://service.example', '--token', 'x'];
    const { out } = await call(args, {
      now: () => new Date(Date.parse(date) + hours * 3_600_000),
      fetch: async () => new Response(log, { headers: { date } }),
    });
    expect(out).toBe('2026-11-20T11:59:00Z new\n');
  },
);
