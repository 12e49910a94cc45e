import { expect, it } from 'vitest';
import { Toscanini } from '../../client/index.ts';
import { scripted } from './answers.ts';

const client = (answer: Response): Toscanini => new Toscanini(scripted(answer).options);
const page = (): Response =>
  new Response('<!doctype html>\n<title>Log in to the hotel</title>', { headers: { 'content-type': 'text/html' } });

it.each<[string, (one: Toscanini) => Promise<void>]>([
  ['an update', (one) => one.update('d', { template: 't' })],
  ['a deletion', (one) => one.delete('d')],
  ['a reset', (one) => one.reset('d')],
  ['an action', (one) => one.act('d', 'r', 'stop')],
  ['a change of a schedule', (one) => one.changeSchedule('s', 'SUSPENDED')],
  ['the deletion of a schedule', (one) => one.deleteSchedule('s')],
  ['the end of a backfill', (one) => one.stopBackfill('s', 'b')],
])('a page is no answer to %s: nothing says that it was done', async (_, call) => {
  await expect(call(client(page()))).rejects.toMatchObject({
    name: 'UnexpectedAnswerError',
    message: expect.stringContaining('it says "Log in to the hotel"'),
  });
  await call(client(new Response(null, { status: 204 })));
});
