import { describe, expect, it } from 'vitest';
import { failureReason, shorten } from '../../../../src/domain/deployments/polling/failure-reason.ts';
import type { Attempt } from '../../../../src/domain/deployments/record/attempt.ts';
import { memoryWorld } from '../world.ts';

describe('failureReason', () => {
  const ports = memoryWorld();
  const ref = { deploymentId: 'd', operationId: 'o' };

  it('passes on what one of our own errors says, from either form of a cause', async () => {
    const Cause = JSON.stringify({
      errorType: 'DestroyFailedError',
      errorMessage: 'it refused',
      trace: ['Error: ...'],
    });
    for (const cause of [Cause, 'it refused']) {
      const reason = await failureReason(ports, ref, { Error: 'DestroyFailedError', Cause: cause }, []);
      expect(reason).toEqual({ headline: 'it refused', forGroup: 'it refused', forOwner: 'it refused' });
    }
  });

  it('tells no internals of anything else', async () => {
    const failure = { Error: 'TypeError', Cause: 'reading secret of undefined' };
    expect((await failureReason(ports, ref, failure, [])).forOwner).toBe(
      'the workflow ended unexpectedly (TypeError); ask the operators of this service about operation o',
    );
  });

  it('stays within a size that an item and a reader can take, with a block for each of a hundred providers', async () => {
    const attempt = (number: number) => ({
      deploymentId: 'd',
      operationId: 'o',
      number,
      providerId: `cloud-${number}`,
      state: 'DESTROYED' as const,
      startedAt: '',
      deadline: '',
      last: false,
      reason: `${number} `.repeat(5000),
      logged: {},
    });
    const tried = Array.from({ length: 100 }, (_, index) => attempt(index + 1));
    const { forGroup, forOwner } = await failureReason(ports, ref, { Error: 'OutOfProvidersError', Cause: '' }, tried);
    for (const reason of [forGroup, forOwner]) {
      expect(reason.match(/Cloud Provider Service/g)).toHaveLength(100);
      expect(reason.length).toBeLessThan(40_000);
    }
  });

  const tried = (number: number, changes: Partial<Attempt> = {}): Attempt => ({
    ...{ deploymentId: 'd', operationId: 'o', number, providerId: number === 1 ? 'alpha' : 'gone', state: 'FAILED' },
    ...{ startedAt: '', deadline: '', last: false, logged: {} },
    ...changes,
  });
  const rule = '-'.repeat(64);

  it('lists every provider that was tried, by the name that is configured, else by its id', async () => {
    const attempts = [
      tried(1, { reason: 'quota', quotedLog: '\ncontextualization message:\nsecret' }),
      tried(2, { reason: 'away', quotedLog: '' }),
    ];
    const reason = await failureReason(ports, ref, { Error: 'OutOfProvidersError', Cause: 'none is left' }, attempts);
    const head = 'Retries on cloud providers exhausted. Error list is:';
    const alpha = `\n${rule}\nCloud Provider <Cloud alpha>\nCloud Provider Service <alpha>\n\nquota`;
    const gone = `\n${rule}\nCloud Provider <gone>\nCloud Provider Service <gone>\n\naway`;
    expect(reason).toEqual({
      headline: 'Retries on cloud providers exhausted.',
      forGroup: `${head}\n${alpha}\nthe rest is in the log, which only the owner or an administrator may read\n${gone}`,
      forOwner: `${head}\n${alpha}\ncontextualization message:\nsecret\n${gone}`,
    });
  });

  it('says why no provider was tried, as the ranking has it', async () => {
    const world = memoryWorld();
    const failure = { Error: 'OutOfProvidersError', Cause: '' };
    const none = 'No cloud provider meets the deployment requirements';
    expect((await failureReason(world, ref, failure, [])).headline).toBe(none);
    const ranking = {
      candidates: [],
      dropped: [{ id: 'x', name: 'X', reason: 'it has no GPU' }],
      notes: [],
      outputs: [],
    };
    const files = { findRanking: async () => ranking };
    const { forGroup } = await failureReason({ ...world, files }, ref, failure, []);
    expect(forGroup.startsWith(`${none}\n`)).toBe(true);
    expect(forGroup).toContain('it has no GPU');
  });

  it('says of a deadline what the provider in progress was doing', async () => {
    const failure = {
      Error: 'DeploymentTimeoutError',
      Cause: 'the deployment was not ready within 5 minutes: launching',
    };
    const attempts = [tried(1, { quotedLog: '\ncontextualization message:\nhalf way' })];
    const { headline, forOwner, forGroup } = await failureReason(ports, ref, failure, attempts);
    expect(headline).toBe('Timeout: Maximum execution time exceeded.');
    expect(forOwner).toContain('within 5 minutes: launching\ncontextualization message:\nhalf way');
    expect(forGroup).not.toContain('half way');
    expect(forOwner.startsWith(`${headline}\n`)).toBe(true);
  });

  it('says that a provider was still working when the workflow ended for a reason of its own', async () => {
    const failure = { Error: 'DeploymentTimeoutError', Cause: '' };
    const reason = await failureReason(ports, ref, failure, [tried(1, { reason: 'first', quotedLog: '' }), tried(2)]);
    expect(reason.forOwner).toContain('Service <alpha>\n\nfirst');
    const unforeseen = await failureReason(ports, ref, { Error: 'States.Runtime', Cause: 'x' }, [tried(1)]);
    expect(unforeseen.forOwner).toMatch(/^the workflow ended unexpectedly \(States.Runtime\)/);
  });

  it('is that of the work where what was to run failed, and no other provider was tried', async () => {
    const attempts = [
      tried(1, { reason: 'quota', quotedLog: '' }),
      tried(2, { blame: 'work', reason: 'exit 1', quotedLog: '' }),
    ];
    const work = await failureReason(ports, ref, { Error: 'WorkFailedError', Cause: 'said' }, attempts);
    expect(work).toEqual({ headline: 'exit 1', forGroup: 'exit 1', forOwner: 'exit 1' });
    const other = await failureReason(ports, ref, { Error: 'DestroyFailedError', Cause: 'said' }, attempts);
    expect(other.forOwner).toBe('said');
  });

  it('takes the quote of its attempt only for a failure of a poll that has no reason yet', async () => {
    const quoted = { quotedLog: '\ncontextualization message:\nits end' };
    const of = async (name: string, changes: Partial<Attempt>) =>
      (await failureReason(ports, ref, { Error: name, Cause: 'said' }, [tried(1, changes)])).forOwner;
    expect(await of('ProviderFailedError', quoted)).toBe('said\ncontextualization message:\nits end');
    expect(await of('ProviderTimeoutError', quoted)).toBe('said\ncontextualization message:\nits end');
    expect(await of('ProviderFailedError', { ...quoted, reason: 'before' })).toBe('said');
    expect(await of('DestroyFailedError', quoted)).toBe('said');
  });

  it('shows the group the start of a text that is too long, and the owner its end too', async () => {
    const long = `start ${'x'.repeat(20_000)} end`;
    const { forGroup, forOwner, headline } = await failureReason(
      ports,
      ref,
      { Error: 'DestroyFailedError', Cause: long },
      [],
    );
    expect(forGroup.startsWith('start ')).toBe(true);
    expect(forGroup).not.toContain(' end');
    expect(forGroup).toContain('the rest is in the log');
    for (const text of [forOwner, headline]) {
      expect(text.endsWith(' end')).toBe(true);
      expect(text.length).toBeLessThan(12_100);
    }
  });
});

describe('a long reason', () => {
  it('loses its secrets before it is cut for the group: half a secret would not be recognised', async () => {
    const cleaned = (text: string) => text.replaceAll('hunter2-hunter2', '********');
    const ref = { deploymentId: 'd', operationId: 'o' };
    const Cause = `${'x'.repeat(2_990)} hunter2-hunter2 ${'y'.repeat(20_000)}`;
    const failure = { Error: 'DestroyFailedError', Cause };
    const { forGroup, forOwner } = await failureReason({ ...memoryWorld(), cleaned }, ref, failure, []);
    expect(forGroup).not.toContain('hunter2');
    expect(forOwner).toContain('hunter2');
  });
});

describe('shorten', () => {
  it('keeps the beginning and more of the end, and says how much is gone', () => {
    expect(shorten('short', 5)).toBe('short');
    expect(shorten('abcdefghijklmnop', 8)).toBe('ab\n… 8 characters left out, see the log …\nklmnop');
  });
});
