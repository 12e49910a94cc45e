import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CallOptions, call } from './called.ts';

const ids = ['11111111', '22222222', '33333333'].map((first) => `${first}-0000-1000-8000-${first}0000`);
const [refused = '', second = '', third = ''] = ids;

/** Method and the first digit of the deployment, in the order in which the service was asked. */
let asked: string[];
let deleted: Set<string>;
let server: Server;
let onDeletion: () => void;
/** undefined: it is gone at once */
let whileDeleted: ((part: string) => [number, unknown]) | undefined;

/** A service with three deployments. It refuses to delete the first; the others are gone at the first look. */
const answer = (method: string, id: string, part: string): [number, unknown] => {
  if (deleted.has(id) && whileDeleted !== undefined && method === 'GET') return whileDeleted(part);
  if (deleted.has(id)) return [404, { code: 404, title: 'Not Found', message: `there is no deployment ${id}` }];
  if (method !== 'DELETE') return [200, part === 'events' ? { content: [], page: { totalPages: 1 }, links: [] } : {}];
  if (id === refused) return [409, { code: 409, title: 'Conflict', message: 'it is being updated' }];
  deleted.add(id);
  onDeletion();
  return [204, undefined];
};

beforeEach(async () => {
  [asked, deleted, onDeletion, whileDeleted] = [[], new Set(), () => undefined, undefined];
  server = createServer(({ method = '', url = '' }, response) => {
    const [, id = '', part = ''] = /\/deployments\/([^/?]+)\/?([^?]*)/.exec(url) ?? [];
    asked.push(`${method} ${id.slice(0, 1)}`);
    const [status, body] = answer(method, id, part);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
});
afterEach(() => {
  server.close();
});

const run = (...args: readonly string[]) => runWith({}, ...args);

const runWith = (options: Pick<CallOptions, 'interrupted'>, ...args: readonly string[]) =>
  call(['delete', '--yes', ...args], {
    ...options,
    env: { TOSCANINI_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, TOSCANINI_TOKEN: 'x' },
  });

describe('delete', () => {
  it('begins all deletions before it follows the first, and each once', async () => {
    expect(await run(second, third, second)).toMatchObject({ code: 0, error: '' });
    const deletions = asked.filter((one) => one.startsWith('DELETE'));
    expect(deletions).toEqual(['DELETE 2', 'DELETE 3']);
    expect(asked.indexOf('DELETE 3')).toBeLessThan(asked.lastIndexOf('GET 2'));
  });

  it('deletes the others when one is refused, and says which', async () => {
    const { code, error, out } = await run(refused, second, third);
    expect(deleted).toEqual(new Set([second, third]));
    expect(code).toBe(5);
    expect(error).toBe('✖ 1 of 3 could not be deleted\n\n…11110000: it is being updated\n');
    expect(out).toContain('…22220000 is deleted: nothing is left');
  });

  it('gives a program a result for each, also when it is gone at the first look', async () => {
    const { out } = await run(second, third, '--json');
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toEqual([second, third].map((uuid) => ({ type: 'result', uuid, deployment: null, resources: [] })));
  });

  it('gives a program an answer for each also where it does not wait for the end', async () => {
    const { code, out } = await run(second, third, '--detach', '--json');
    const lines = out.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      [second, third].map((uuid) => ({ uuid, status: 'DELETE_COMPLETE' })),
    );
  });

  it('says after Ctrl-C which deletions go on', async () => {
    const interrupting = new AbortController();
    const { signal: interrupted } = interrupting;
    onDeletion = () => interrupting.abort();
    expect(await runWith({ interrupted }, second, third, refused)).toMatchObject({
      code: 130,
      error:
        'this deletion goes on without this command: …22220000. toscanini watch 22220000 follows it\n\nnot deleted: …33330000, …11110000\n',
    });
    expect(deleted).toEqual(new Set([second]));
  });

  it('says after Ctrl-C too which were refused', async () => {
    const interrupting = new AbortController();
    const { signal: interrupted } = interrupting;
    onDeletion = () => deleted.size === 2 && interrupting.abort();
    const { error } = await runWith({ interrupted }, refused, second, third);
    expect(error).toBe(
      '1 of 3 could not be deleted\n\n…11110000: it is being updated\n\nthese deletions go on without this command: …22220000, …33330000. toscanini watch 22220000 follows the first\n',
    );
  });

  it('says of what it can no longer follow that it goes on: none of it has failed', async () => {
    whileDeleted = () => [401, { code: 401, title: 'Unauthorized', message: 'the token has ended' }];
    expect(await run(second, third)).toMatchObject({
      code: 3,
      error:
        '✖ these deletions go on without this command: …22220000, …33330000. toscanini watch 22220000 follows the first\n\nthe token has ended\n',
    });
    deleted.clear();
    expect(await run(second)).toMatchObject({
      code: 3,
      error: expect.stringMatching(
        /^✖ the token has ended\nit goes on without this command\. Watch it: toscanini watch 22220000 .*\ntoscanini login URL logs you in again/,
      ),
    });
    deleted.clear();
    expect(await run(second, refused)).toMatchObject({ code: 5 });
  });

  it('does not say after Ctrl-C how to delete what is being deleted', async () => {
    const interrupting = new AbortController();
    const status = 'DELETE_IN_PROGRESS';
    let looks = 0;
    whileDeleted = (part) => {
      // at the second look, the command knows what it has seen at the first
      if (part === 'view' && ++looks === 2) interrupting.abort();
      const list = { content: [], page: { totalPages: 1 }, links: [] };
      return [200, part === 'events' || part === 'resources' ? list : { uuid: second, status, resources: [] }];
    };
    const { error } = await runWith({ interrupted: interrupting.signal }, second);
    expect(error).toBe('it goes on without this command. Watch it: toscanini watch 22220000\n');
  });

  it('says of a single one only why', async () => {
    expect(await run(refused)).toMatchObject({ code: 5, error: '✖ it is being updated\n' });
  });
});
