import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { alsoLogging, log, logging } from '../../src/foundation/log.ts';

describe('a line in the log', () => {
  const lines: string[] = [];
  beforeEach(() => {
    lines.length = 0;
    vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line));
  });
  afterEach(() => vi.restoreAllMocks());
  const logged = (): unknown[] => lines.map((line) => JSON.parse(line));

  it('has what it belongs to, also what was found out on the way', () => {
    logging({ requestId: 'r-1' }, () => {
      alsoLogging({ deploymentId: 'd-1' });
      logging({ operationId: 'o-1' }, () => log('WARN', 'seen', { attempt: 2 }));
      log('INFO', 'done');
    });
    log('INFO', 'outside');
    expect(logged()).toEqual([
      { level: 'WARN', message: 'seen', requestId: 'r-1', deploymentId: 'd-1', operationId: 'o-1', attempt: 2 },
      { level: 'INFO', message: 'done', requestId: 'r-1', deploymentId: 'd-1' },
      { level: 'INFO', message: 'outside' },
    ]);
  });

  it('never has what another belongs to that runs at the same time', async () => {
    const one = (deploymentId: string) =>
      logging({ requestId: deploymentId }, async () => {
        alsoLogging({ deploymentId });
        await turn();
        log('INFO', 'later');
      });
    await Promise.all(['a', 'b', 'c'].map(one));
    expect(logged()).toEqual(
      ['a', 'b', 'c'].map((id) => ({ level: 'INFO', message: 'later', requestId: id, deploymentId: id })),
    );
  });

  it('has no secret', () => {
    logging({ token: 'hunter2' }, () => log('ERROR', 'failed', { detail: "password = 'hunter2'" }));
    expect(lines.join()).not.toContain('hunter2');
  });

  it('has ids, routes, statuses and words as they are', () => {
    const fields = {
      deploymentId: '0199a0e0-0000-7000-8000-000000000001',
      route: '/deployments/{deployment_id}',
      status: 401,
      error: { name: 'UnauthenticatedError', detail: 'the token has expired' },
    };
    log('INFO', 'asked', fields);
    expect(logged()).toEqual([{ level: 'INFO', message: 'asked', ...fields }]);
  });
});
