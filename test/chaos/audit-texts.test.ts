import { describe, expect, it } from 'vitest';
import { toldOf, untoldDeletions, untoldEnds } from '../e2e/chaos/audit-callbacks.ts';
import { leaks, leaksInObjects, notSearched } from '../e2e/chaos/audit-secrets.ts';
import { userSecret } from '../e2e/chaos/templates.ts';

const deployment = (id: string, status: string, callback?: string) => ({
  id,
  status,
  createdAt: '2026-11-20T12:00:00.000Z',
  createdBy: { issuer: 'i', subject: 's' },
  operation: { id: 'o' },
  ...(callback !== undefined && { callback }),
});

describe('the audit of callbacks', () => {
  const heard = new Map([['d1', new Set(['CREATE_COMPLETE', 'DELETE_COMPLETE'])]]);
  const nothing = toldOf(new Map(), [], []);

  it('finds an end and a deletion that nobody was told of', () => {
    expect(untoldEnds([deployment('d1', 'CREATE_COMPLETE', 'http://here')], nothing)).toHaveLength(1);
    expect(untoldDeletions(['d1'], [], nothing)).toEqual(['nobody was told that d1 is DELETE_COMPLETE']);
  });

  it('finds a deletion of which only the creation was told', () => {
    expect(untoldDeletions(['d1'], [], toldOf(new Map([['d1', new Set(['CREATE_COMPLETE'])]]), [], []))).toHaveLength(
      1,
    );
  });

  it('lets pass what was told, what has no callback, and what was not deleted after all', () => {
    const told = toldOf(heard, [], []);
    expect(untoldEnds([deployment('d1', 'CREATE_COMPLETE', 'http://here')], told)).toEqual([]);
    expect(untoldEnds([deployment('d2', 'CREATE_COMPLETE')], told)).toEqual([]);
    expect(untoldDeletions(['d1'], [], told)).toEqual([]);
    expect(untoldDeletions(['d2'], [deployment('d2', 'DELETE_FAILED')], told)).toEqual([]);
  });

  it('lets pass what is still being tried, of this deployment and this status only', () => {
    const text = JSON.stringify({ url: 'u', body: '{}', deploymentId: 'd1', about: 'DELETE_COMPLETE, ended' });
    const objects = [{ key: 'notifications/o1-ended', text }];
    expect(untoldDeletions(['d1'], [], toldOf(new Map(), objects, ['o1-ended']))).toEqual([]);
    expect(untoldDeletions(['d1'], [], toldOf(new Map(), objects, []))).toHaveLength(1);
    expect(untoldDeletions(['d2'], [], toldOf(new Map(), objects, ['o1-ended']))).toHaveLength(1);
    expect(untoldEnds([deployment('d1', 'CREATE_FAILED', 'u')], toldOf(new Map(), objects, ['o1-ended']))).toHaveLength(
      1,
    );
  });
});

describe('the audit of secrets', () => {
  const canaries = new Map([['the token of alice', 'signature-of-alice']]);

  it.each(['templates/d1/o1', 'templates/d1/o1.ranking', 'logs/d1/1', 'notifications/o1', 'incoming/file'])(
    'finds a token in the object %s',
    (key) => {
      expect(leaksInObjects(canaries, [{ key, text: 'Bearer x.y.signature-of-alice' }])).toEqual([
        `the token of alice stands in s3 ${key}`,
      ]);
      expect(leaksInObjects(canaries, [{ key, text: 'nothing' }])).toEqual([]);
    },
  );

  it("finds a user's input in a log and a notification, and lets it stand in what is sent", () => {
    for (const key of ['logs/d1/1', 'notifications/o1'])
      expect(leaksInObjects(canaries, [{ key, text: `password: ${userSecret}` }])).toHaveLength(1);
    expect(leaksInObjects(canaries, [{ key: 'templates/d1/o1', text: userSecret }])).toEqual([]);
  });

  it('finds that there was nothing to search', () => {
    const objects = ['templates/d1/o1', 'logs/d1/1', 'notifications/o1'].map((key) => ({ key, text: '' }));
    expect(notSearched(objects)).toEqual([]);
    expect(notSearched(objects.slice(1))).toHaveLength(1);
    expect(notSearched([])).toHaveLength(3);
  });

  it('finds a private key anywhere', () => {
    expect(leaks(canaries, 'a log', '-----BEGIN RSA PRIVATE KEY-----')).toEqual(['a private key stands in a log']);
  });
});
