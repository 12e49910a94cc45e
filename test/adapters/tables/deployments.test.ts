import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deployments } from '../../../src/adapters/tables/deployments.ts';
import { roomForTexts } from '../../../src/domain/deployments/record/record-room.ts';
import { ConflictError, OperationSupersededError, TooLargeError } from '../../../src/foundation/errors.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { deleting, deployment, instant, noWait, settableClock, someone } from './samples.ts';

let engine: Engine;
const clock = settableClock();
const table = () => deployments({ client: engine.client, table: engine.tables.deployments, clock, backOff: noWait });
const owned = async (issuer: string) =>
  table().list(
    { of: 'owner', owner: { issuer, subject: 'x' } },
    { page: 0, size: 10, sort: 'createdAt', direction: 'asc' },
  );

beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

describe('a write of a workflow', () => {
  it('says who owns the deployment now, or that it is gone', async () => {
    const one = deployment(901);
    const write = () => table().record(one.id, one.operation.id, { task: 'DEPLOYER' });
    const message = (owner: string) => `operation ${one.operation.id} has to stop: deployment ${one.id} ${owner}`;
    await expect(write()).rejects.toMatchObject({ name: 'OperationSupersededError', message: message('is gone') });
    await table().accept(one);
    await table().supersede(one, deleting(one));
    await expect(write()).rejects.toMatchObject({ message: message('belongs to operation deletion') });
    expect(await table().find(one.id)).toEqual(deleting(one));
    await table().remove(one.id, 'deletion');
  });

  it('resumes an interrupted operation once', async () => {
    const one = deployment(902);
    await table().accept(one);
    const once = { times: 1, by: 'a lost process', at: instant(5) };
    expect((await table().interrupt(one, once)).operation.interrupted).toEqual(once);
    await expect(table().interrupt(one, once)).rejects.toMatchObject({
      name: 'ConflictError',
      message: `another process has already resumed operation ${one.operation.id} of deployment ${one.id}`,
    });
    const seen = (await table().find(one.id)) ?? one;
    await table().supersede(seen, deleting(seen));
    await expect(table().interrupt(seen, { ...once, times: 2 })).rejects.toBeInstanceOf(OperationSupersededError);
    await table().remove(one.id, 'deletion');
  });
});

describe('accepting a deployment', () => {
  it('gives back what was written, to the last field', async () => {
    const written = deployment(1, {
      statusReason: 'märz',
      providerId: 'cloud-1',
      infrastructureId: 'inf-1',
      parameters: { 'a.b': [1e300, null, { '': 'empty name', deep: { er: [{}] } }], big: 9007199254740991 },
    });
    await table().accept(written);
    expect(await table().find(written.id)).toEqual(written);
  });

  it('leaves absent fields absent', async () => {
    const { callback: _, userGroup: __, ...bare } = deployment(2);
    await table().accept(bare);
    expect(await table().find(bare.id)).toStrictEqual(bare);
  });

  it('counts a repeat once', async () => {
    const mine = deployment(3, { createdBy: { issuer: 'https://repeat.example.org', subject: 'x' } });
    await table().accept(mine);
    await table().accept(mine);
    expect((await owned('https://repeat.example.org')).totalElements).toBe(1);
  });

  it('refuses an id that another operation took, and counts nothing', async () => {
    await table().accept(deployment(4));
    const other = deployment(4, {
      createdBy: { issuer: 'https://refused.example.org', subject: 'x' },
      operation: { id: 'another', kind: 'CREATE', acceptedAt: instant(4) },
    });
    await expect(table().accept(other)).rejects.toThrow(ConflictError);
    expect((await table().find(other.id))?.createdBy).toEqual(someone);
    expect((await owned('https://refused.example.org')).totalElements).toBe(0);
  });

  it('says that more than 400 KB are too much, and stores nothing', async () => {
    const huge = deployment(5, { parameters: { text: 'x'.repeat(450_000) } });
    await expect(table().accept(huge)).rejects.toThrow(TooLargeError);
    expect(await table().find(huge.id)).toBeUndefined();
  });

  it('takes no more than leaves room for a reason of a failure, which is then recorded', async () => {
    const withText = (length: number) =>
      deployment(6, { parameters: { text: 'x'.repeat(length) }, userGroup: 'g'.repeat(200) });
    await expect(table().accept(withText(393_000))).rejects.toThrow(TooLargeError);
    const large = withText(392_000);
    await table().accept(large);
    const operationId = large.operation.id;
    const text = 'ü'.repeat(Math.floor(roomForTexts(large) / 4));
    const why = { statusReason: text, statusReasonWithLogs: { operationId, text } };
    const failed = await table().record(large.id, operationId, { status: 'CREATE_FAILED', task: 'NONE', ...why });
    expect(failed).toMatchObject(why);
    await table().supersede(failed, deleting(failed));
  });

  it('does not find what was never there', async () => {
    expect(await table().find('nowhere')).toBeUndefined();
  });
});

describe('handing a deployment to another operation', () => {
  it('writes the next state, also when repeated', async () => {
    const seen = deployment(10);
    await table().accept(seen);
    await table().supersede(seen, deleting(seen));
    await table().supersede(seen, deleting(seen));
    expect(await table().find(seen.id)).toEqual(deleting(seen));
  });

  it('lets one of two win', async () => {
    const seen = deployment(11);
    await table().accept(seen);
    const outcomes = await Promise.allSettled(
      ['one', 'other'].map((operation) => table().supersede(seen, deleting(seen, operation))),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => reason)).toEqual([expect.any(ConflictError)]);
  });

  it('is refused when the workflow wrote since, even within the same millisecond', async () => {
    const seen = deployment(12);
    await table().accept(seen);
    clock.set(12);
    await table().record(seen.id, 'operation-12', { infrastructureId: 'inf-12' });
    await expect(table().supersede(seen, deleting(seen))).rejects.toThrow(ConflictError);
    expect((await table().find(seen.id))?.infrastructureId).toBe('inf-12');
  });

  it('is refused when a deletion began to remove it since, which changes nothing else', async () => {
    const seen = { ...deployment(19), status: 'DELETE_IN_PROGRESS' as const };
    await table().accept(seen);
    const leaving = await table().markRemoving(seen.id, seen.operation.id);
    expect(leaving).toEqual({ ...seen, leaving: true });
    await expect(table().supersede(seen, deleting(seen))).rejects.toThrow(ConflictError);
    await table().supersede(leaving, deleting(leaving));
    expect(await table().find(seen.id)).toMatchObject({ leaving: true });
  });

  it('is refused when the deployment is gone', async () => {
    const gone = deployment(13);
    await expect(table().supersede(gone, deleting(gone))).rejects.toThrow(/was deleted in the meantime/);
    expect(await table().find(gone.id)).toBeUndefined();
  });

  it('says that more than 400 KB are too much', async () => {
    const seen = deployment(14);
    await table().accept(seen);
    const huge = { ...deleting(seen), parameters: { text: 'x'.repeat(450_000) } };
    await expect(table().supersede(seen, huge)).rejects.toThrow(TooLargeError);
  });
});

describe('what a workflow writes', () => {
  it('is recorded with the time of the write, and undefined removes', async () => {
    const before = deployment(20, { statusReason: 'old', infrastructureId: 'inf-20' });
    await table().accept(before);
    clock.set(100);
    const changes = { status: 'CREATE_COMPLETE', statusReason: undefined, outputs: { ip: ['10.0.0.1'] } } as const;
    const { statusReason: _, ...rest } = before;
    const after = { ...rest, status: 'CREATE_COMPLETE', outputs: { ip: ['10.0.0.1'] }, updatedAt: instant(100) };
    expect(await table().record(before.id, 'operation-20', changes)).toStrictEqual(after);
    expect(await table().record(before.id, 'operation-20', changes)).toStrictEqual(after);
    expect(await table().find(before.id)).toStrictEqual(after);
  });

  it('is refused once another operation owns the deployment', async () => {
    const seen = deployment(21);
    await table().accept(seen);
    await table().supersede(seen, deleting(seen));
    const write = table().record(seen.id, 'operation-21', { task: 'DEPLOYER' });
    await expect(write).rejects.toThrow(OperationSupersededError);
    await expect(table().markStarted(seen.id, 'operation-21')).rejects.toThrow(/belongs to operation deletion/);
    expect(await table().find(seen.id)).toEqual(deleting(seen));
  });

  it('ends an operation once: another end is refused, and the same one changes nothing', async () => {
    const seen = deployment(23);
    await table().accept(seen);
    const end = (status: 'CREATE_COMPLETE' | 'CREATE_FAILED', providerId: string) =>
      table().record(seen.id, 'operation-23', { status, providerId }, 'CREATE_IN_PROGRESS');
    const done = await end('CREATE_COMPLETE', 'alpha');
    expect(done).toMatchObject({ status: 'CREATE_COMPLETE', providerId: 'alpha' });
    await expect(end('CREATE_FAILED', 'beta')).rejects.toThrow(/has been ended by another process/);
    expect(await end('CREATE_COMPLETE', 'beta')).toEqual(done);
    const place = table().record(seen.id, 'operation-23', { providerId: 'beta' }, 'CREATE_IN_PROGRESS');
    await expect(place).rejects.toThrow(OperationSupersededError);
    expect(await table().find(seen.id)).toEqual(done);
  });

  it('is refused once the deployment is gone, and makes none', async () => {
    await expect(table().record('gone', 'operation', { task: 'NONE' })).rejects.toThrow(OperationSupersededError);
    expect(await table().find('gone')).toBeUndefined();
  });

  it('says that outputs of more than 400 KB are too much', async () => {
    await table().accept(deployment(22));
    const write = table().record(deployment(22).id, 'operation-22', { outputs: { text: 'x'.repeat(450_000) } });
    await expect(write).rejects.toThrow(TooLargeError);
  });
});
