/** Webhooks that the managers of a group subscribe: docs/events.md, docs/decisions/0103. */

import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { webhookKey } from '../../src/adapters/callbacks/callback.ts';
import type { DeliveryOutcome } from '../../src/domain/deployments/record/webhook-deliveries.ts';
import { call, type Name, type Sent } from './requests.ts';
import { serviceForTests } from './service.ts';
import { changeWebhook, webhookList } from './under-test.ts';

const test = serviceForTests();
const url = 'https://hooks.example.org/T0/B0/token-of-the-receiver?key=1';

const put = (name: string, webhook: unknown, more: Sent & { readonly userGroup?: string } = {}, ports = {}) => {
  const { userGroup = 'physics', ...sent } = more;
  const body = { userGroup, webhook };
  return call(changeWebhook({ ...test.service, ...ports }), {
    ...{ as: 'lena' as Name, method: 'PUT', path: { name }, body },
    ...sent,
  });
};
const listed = async (as: Name = 'lena') =>
  (await call(webhookList(test.service), { as })).json as unknown as {
    readonly webhooks: readonly Record<string, unknown>[];
  };
const namesOf = async (as: Name = 'lena') => (await listed(as)).webhooks.map(({ name }) => name);

beforeEach(async () => {
  for (const { webhooks, ...place } of await test.service.groupWebhooks.all())
    await test.service.groupWebhooks.ofGroup(place).replace({ ...place, webhooks }, undefined);
});

describe('PUT /webhooks', () => {
  it('shows the key of a new one once, and keeps it when the webhook changes', async () => {
    const made = await put('chat', { url, kinds: ['FAILED'] });
    expect(made.status).toBe(201);
    const [{ webhooks } = { webhooks: [] }] = await test.service.groupWebhooks.all();
    expect(made.json['secret']).toBe(webhookKey('master', webhooks[0]?.id ?? ''));
    expect((await put('chat', { url: 'https://hooks.example.org/2', form: 'cloudevents' })).status).toBe(204);
    const [after] = await test.service.groupWebhooks.all();
    expect(after?.webhooks).toMatchObject([{ id: webhooks[0]?.id, url: 'https://hooks.example.org/2' }]);
    expect(after?.webhooks[0]?.kinds).toBeUndefined();
    expect(JSON.stringify(await listed())).not.toContain(String(made.json['secret']));
  });

  it('gives one that is taken up later another key', async () => {
    const first = await put('chat', { url });
    expect((await put('chat', null)).status).toBe(204);
    const second = await put('chat', { url });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.json['secret']).not.toBe(first.json['secret']);
  });

  it('answers a repeat with the key, which stands nowhere in the tables', async () => {
    const headers = { 'Idempotency-Key': 'one' };
    const first = await put('chat', { url }, { headers });
    const again = await put('chat', { url }, { headers });
    expect(again).toMatchObject({ status: 201, body: first.body });
    const { Items } = await test.engine.client.send(new ScanCommand({ TableName: test.engine.tables.deployments }));
    expect(JSON.stringify(Items)).toContain('token-of-the-receiver');
    expect(JSON.stringify(Items)).not.toContain(String(first.json['secret']));
  });

  it('that died before it was answered has subscribed once, and its repeat shows the key', async () => {
    const headers = { 'Idempotency-Key': 'two' };
    const complete = () => Promise.reject(new Error('killed'));
    const idempotentRequests = { ...test.service.idempotentRequests, complete };
    expect((await put('chat', { url }, { headers }, { idempotentRequests })).status).toBe(500);
    const again = await put('chat', { url }, { headers });
    expect(again).toMatchObject({ status: 201, json: { name: 'chat', secret: expect.any(String) } });
    expect(await namesOf()).toEqual(['chat']);
  });

  it('takes no private address, no unknown kind and no name that is none', async () => {
    for (const address of ['http://127.0.0.1/', 'http://169.254.169.254/x', 'http://[::1]/', 'http://db.internal/'])
      expect((await put('chat', { url: address })).json, address).toMatchObject({
        code: 400,
        message: expect.stringContaining('private address'),
      });
    const refused: readonly (readonly [string, unknown])[] = [
      ['chat', { url: 'ftp://hooks.example.org/' }],
      ['chat', { url, kinds: [] }],
      ['chat', { url, kinds: ['NOTHING'] }],
      ['chat', { url, form: 'xml' }],
      ['chat', {}],
      ['Chat', { url }],
      ['a'.repeat(31), { url }],
    ];
    for (const [name, webhook] of refused) expect((await put(name, webhook)).status, name).toBe(400);
    expect(await namesOf()).toEqual([]);
  });

  it('takes five of a group, by however many managers at once', async () => {
    const names = Array.from({ length: 16 }, (_, index) => `hook-${index}`);
    const answers = await Promise.all(names.map((name) => put(name, { url })));
    const taken = answers.filter(({ status }) => status === 201).length;
    // a writer who is overtaken ten times is told so, and one too many as well
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(await namesOf()).toHaveLength(taken);
    expect(taken).toBeLessThanOrEqual(5);
    for (const name of names) await put(name, { url });
    expect(await namesOf()).toHaveLength(5);
    const sixth = (await put('one-more', { url })).json;
    expect(sixth).toMatchObject({ code: 409, message: expect.stringMatching(/5 webhooks \(hook-.*5 are allowed/) });
  });

  it('says in a dry run what would be, and changes nothing', async () => {
    expect((await put('chat', { url }, { query: { dryRun: 'true' } })).json).toEqual({
      ...{ webhook: false, nextWebhook: true },
    });
    expect(await namesOf()).toEqual([]);
  });

  it('is refused where the operators do not allow it, but for what is taken away', async () => {
    await put('chat', { url });
    const ports = { groupsSubscribe: false };
    expect((await put('other', { url }, {}, ports)).json).toMatchObject({
      ...{ code: 409, message: expect.stringContaining('events.groupWebhooks') },
    });
    expect((await put('chat', null, {}, ports)).status).toBe(204);
    expect(await namesOf()).toEqual([]);
  });
});

describe('who has nothing to do with a group', () => {
  it('neither subscribes for it nor learns whether it exists or has any', async () => {
    await put('chat', { url });
    const refusals = await Promise.all(
      (['olga', 'mia', 'otto', 'lone'] as const).map((as) => put('chat', null, { as })),
    );
    expect(new Set(refusals.map(({ status, json }) => `${status} ${json['message']}`)).size).toBe(1);
    expect(refusals[0]?.status).toBe(403);
    const none = await put('chat', null, { as: 'mia', userGroup: 'of-nobody' });
    expect(none.json['message']).toBe(String(refusals[0]?.json['message']).replace('physics', 'of-nobody'));
    expect(await namesOf()).toEqual(['chat']);
    for (const as of ['olga', 'mia', 'otto', 'lone', 'namesake'] as const) expect(await namesOf(as), as).toEqual([]);
  });

  it('subscribes at another issuer for a group of its own with the same name only', async () => {
    expect((await put('chat', { url }, { as: 'namesake' })).status).toBe(201);
    expect(await namesOf()).toEqual([]);
    const there = await put('chat', { url }, { as: 'namesake', userGroup: 'physics@https://iam.example/' });
    expect(there.status).toBe(403);
    expect((await put('chat', { url }, { as: 'ada', userGroup: 'physics@https://other.example' })).status).toBe(204);
    expect(await namesOf('ada')).toEqual(['chat']);
  });
});

describe('GET /webhooks', () => {
  const place = { group: 'physics', issuer: 'https://iam.example/' };
  const idOf = async () => (await test.service.groupWebhooks.ofGroup(place).current())?.webhooks[0]?.id ?? '';
  const withDeliveries = async () => {
    const { json, headers } = await call(webhookList(test.service), { as: 'lena', query: { deliveries: 'true' } });
    const [first] = json['webhooks'] as readonly { readonly delivery?: unknown }[];
    return { delivery: first?.delivery, tag: String(headers?.['ETag']) };
  };

  it('shows on demand what became of the latest events: how often they failed, since when, and why', async () => {
    await put('chat', { url });
    expect((await withDeliveries()).delivery).toBeUndefined();
    const note = async (outcome: DeliveryOutcome) => test.service.webhookDeliveries.note(place, await idOf(), outcome);
    const at = expect.any(String);
    await note({ state: 'failing', reason: 'answered 500' });
    await note({ state: 'failing', reason: 'answered 502' });
    const failing = { at, failingSince: at, failedTries: 2, reason: 'answered 502' };
    expect((await withDeliveries()).delivery).toEqual({ state: 'failing', ...failing });
    await note({ state: 'given-up', reason: 'answered 503' });
    expect((await withDeliveries()).delivery).toEqual({ ...failing, state: 'given-up', reason: 'answered 503' });
    await note({ state: 'delivered' });
    expect((await withDeliveries()).delivery).toEqual({ state: 'delivered', at, deliveredAt: at });
    await note({ state: 'failing', reason: 'answered 500' });
    expect((await withDeliveries()).delivery).toMatchObject({ state: 'failing', deliveredAt: at, failedTries: 1 });
  });

  it('has the ETag that a change needs, which no try of an event changes', async () => {
    await put('chat', { url });
    const tagOf = async () => String((await call(webhookList(test.service), { as: 'lena' })).headers?.['ETag']);
    const [before, shown] = [await tagOf(), (await withDeliveries()).tag];
    await test.service.webhookDeliveries.note(place, await idOf(), { state: 'failing', reason: 'answered 500' });
    expect(await tagOf()).toBe(before);
    expect((await withDeliveries()).tag).not.toBe(shown);
    expect((await put('chat', { url }, { headers: { 'If-Match': before } })).status).toBe(204);
  });

  it('shows of one that is made anew nothing of its namesake', async () => {
    await put('chat', { url });
    await test.service.webhookDeliveries.note(place, await idOf(), { state: 'failing', reason: 'answered 500' });
    await put('chat', null);
    await put('chat', { url });
    expect((await withDeliveries()).delivery).toBeUndefined();
  });

  it('shows of an address its origin only: the rest may be a secret', async () => {
    await put('chat', { url, kinds: ['FAILED', 'DRIFT'] });
    expect(await listed()).toEqual({
      webhooks: [
        {
          ...{ name: 'chat', userGroup: 'physics', issuer: 'https://iam.example/', form: 'toscanini' },
          ...{ url: 'https://hooks.example.org/********', kinds: ['FAILED', 'DRIFT'] },
          createdBy: { issuer: 'https://iam.example/', subject: 'lena' },
          createdAt: expect.any(String),
        },
      ],
    });
  });
});
