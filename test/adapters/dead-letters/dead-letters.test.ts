/** The adapter over the laptop's own SQS. */

import type { LambdaClient } from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Notifications, openNotifications } from '../../../local/events/file-events.ts';
import { type LettersEndpoint, startLettersEndpoint } from '../../../local/events/letters-endpoint.ts';
import { sqsClient } from '../../../src/adapters/aws/sqs.ts';
import { deadLetters } from '../../../src/adapters/dead-letters/dead-letters.ts';
import { eventually } from '../../support/eventually.ts';
import { credentials, ports, region } from './letter-ports.ts';

const noLambda = (): LambdaClient => {
  throw new Error('no event goes to a function');
};

describe('dead letters on a laptop', () => {
  let notifications: Notifications;
  let endpoint: LettersEndpoint;
  beforeEach(async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    notifications = openNotifications();
    endpoint = await startLettersEndpoint(notifications, { files: 'files', letters: 'letters' });
  });
  afterEach(async () => {
    await endpoint.stop();
    notifications.close();
    vi.restoreAllMocks();
  });

  const letters = () => {
    const sqs = sqsClient({ endpoint: endpoint.endpoint, region, credentials, maxAttempts: 1 });
    return deadLetters({ ...ports, sqs, lambda: noLambda });
  };

  /** Notifications that their function has failed. */
  const buried = async (...keys: readonly string[]): Promise<void> => {
    const queue = { buckets: ['incoming'], functionArn: 'matcher', batchSize: 10, visibilitySeconds: 60 };
    for (const key of keys) notifications.add({ bucket: 'incoming', key, size: 7 });
    const invoke = async () => Promise.reject(new Error('the matcher died'));
    const delivery = notifications.deliver([{ ...queue, mostReceives: 1 }], { invoke });
    await eventually(() => expect(notifications.counts()).toEqual({ waiting: 0, dead: keys.length }));
    await delivery.stop();
  };

  it('are listed as often as somebody looks, with what they are about', async () => {
    await buried('a b.csv', 'c.csv');
    for (let looks = 0; looks < 2; looks += 1) {
      const found = await letters().list();
      expect(found.waiting).toEqual({ files: 2, events: 0 });
      expect(found.letters.map(({ what, queue }) => [queue, what]).toSorted()).toEqual([
        ['files', 'incoming:a b.csv'],
        ['files', 'incoming:c.csv'],
      ]);
      for (const { at } of found.letters) expect(Date.parse(at ?? '')).toBeGreaterThan(0);
    }
  });

  it('go back to their queue, one or all, and one can be dropped', async () => {
    await buried('a.csv', 'b.csv', 'c.csv');
    const idOf = async (key: string) =>
      (await letters().list()).letters.find(({ what }) => what.endsWith(key))?.id ?? '';
    expect(await letters().redrive(await idOf('a.csv'))).toBe(true);
    expect(notifications.counts()).toEqual({ waiting: 1, dead: 2 });
    expect(await letters().drop(await idOf('b.csv'))).toBe(true);
    expect(notifications.counts()).toEqual({ waiting: 1, dead: 1 });
    expect([await letters().redrive('nosuch'), await letters().drop('nosuch')]).toEqual([false, false]);
    expect(await letters().redriveAll()).toEqual({ handled: 1, left: 0 });
    expect(notifications.counts()).toEqual({ waiting: 2, dead: 0 });
  });

  it('stay when the process dies before it takes them away: what comes twice does no harm', async () => {
    await buried('a.csv');
    vi.spyOn(notifications, 'removeLetter').mockImplementation(() => {
      throw new Error('the process died');
    });
    const [letter] = (await letters().list()).letters;
    await expect(letters().redrive(letter?.id ?? '')).rejects.toThrow();
    expect(notifications.counts()).toEqual({ waiting: 1, dead: 1 });
  });
});
