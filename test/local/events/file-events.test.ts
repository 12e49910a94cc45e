import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Delivery, type Notifications, openNotifications } from '../../../local/events/file-events.ts';
import { eventually } from '../../support/eventually.ts';

let directory: string;
let notifications: Notifications;
let delivery: Delivery | undefined;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'file-events-'));
  notifications = openNotifications(join(directory, 'notifications.db'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(async () => {
  await delivery?.stop();
  delivery = undefined;
  notifications.close();
  vi.restoreAllMocks();
  rmSync(directory, { recursive: true, force: true });
});

const queue = { buckets: ['incoming'], functionArn: 'matcher', batchSize: 10, visibilitySeconds: 60, mostReceives: 1 };

type Event = { readonly Records: readonly { readonly messageId: string; readonly body: string }[] };

const deliver = (answer: (event: Event) => unknown) => {
  const seen: string[] = [];
  const invoke = async (_: string, event: unknown) => {
    const objects = (event as Event).Records.map(({ body }) => JSON.parse(body).Records[0].s3.object);
    expect(objects.map(({ size }) => size)).toEqual(objects.map(() => 7));
    seen.push(...objects.map(({ key }) => key));
    return answer(event as Event);
  };
  delivery = notifications.deliver([queue], { invoke });
  return seen;
};

const nothingTaken = ({ Records }: Event) => ({
  batchItemFailures: Records.map(({ messageId }) => ({ itemIdentifier: messageId })),
});

describe('a notification on a laptop', () => {
  it('is delivered once when it is taken, with its key as S3 encodes it', async () => {
    notifications.add({ bucket: 'incoming', key: 'a b+c/é.root', size: 7 });
    notifications.add({ bucket: 'elsewhere', key: 'x', size: 7 });
    const seen = deliver(() => ({ batchItemFailures: [] }));
    notifications.add({ bucket: 'elsewhere', key: 'y', size: 7 });
    // nobody would ever take what no queue watches
    await eventually(() => expect(notifications.counts()).toEqual({ waiting: 0, dead: 0 }));
    expect(seen).toEqual(['a+b%2Bc%2F%C3%A9.root']);
  });

  it.each([
    ['says that it failed', nothingTaken],
    [
      'dies',
      () => {
        throw new Error('the process died');
      },
    ],
  ])('waits as a dead letter when its function %s too often, and is not lost', async (_, answer) => {
    notifications.add({ bucket: 'incoming', key: 'one', size: 7 });
    deliver(answer);
    await eventually(() => expect(notifications.counts()).toEqual({ waiting: 0, dead: 1 }));
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining('npm run tool redrive'));
    await delivery?.stop();
    expect(openAgain((other) => other.redrive())).toBe(1);
    expect(notifications.counts()).toEqual({ waiting: 1, dead: 0 });
    const seen = deliver(() => ({ batchItemFailures: [] }));
    await eventually(() => expect(notifications.counts()).toEqual({ waiting: 0, dead: 0 }));
    expect(seen).toEqual(['one']);
    expect(notifications.redrive()).toBe(0);
  });
});

describe('a process that was killed with a batch in hand', () => {
  it('leaves it to the next one, which need not wait for the visibility timeout', async () => {
    notifications.add({ bucket: 'incoming', key: 'one', size: 7 });
    const { promise: never, resolve } = Promise.withResolvers<unknown>();
    const taken = deliver(() => never);
    await eventually(() => expect(taken).toEqual(['one']));
    const seen: unknown[] = [];
    const invoke = async (_: string, event: unknown) => void seen.push(...(event as Event).Records);
    const other = openNotifications(join(directory, 'notifications.db'));
    const next = other.deliver([queue], { invoke });
    await eventually(() => expect(seen).toHaveLength(1));
    await next.stop();
    other.close();
    resolve({ batchItemFailures: [] });
  });
});

/** As another process does, beside the service. */
const openAgain = <T>(use: (other: Notifications) => T): T => {
  const other = openNotifications(join(directory, 'notifications.db'));
  try {
    return use(other);
  } finally {
    other.close();
  }
};
