import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endedFiles } from '../../../src/adapters/files/ended-files.ts';
import { type Engine, startEngine } from '../../support/engine.ts';

let engine: Engine;
const store = () => endedFiles({ client: engine.s3, bucket: engine.bucket });

beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

describe('what is kept of an ended deployment', () => {
  it('is given back as it came, and is empty where nothing was kept', async () => {
    const events = [{ name: 'one', kind: 'COMPLETE', message: 'größe', at: '2026-11-20T12:00:00.000Z' }] as const;
    await store().putLog('e1', 'größe\n');
    await store().putTimeline('e1', events);
    expect(await store().readLog('e1')).toBe('größe\n');
    expect(await store().readTimeline('e1')).toEqual(events);
    expect(await store().readLog('e2')).toBe('');
    expect(await store().readTimeline('e2')).toEqual([]);
  });

  it('may be empty', async () => {
    await store().putLog('e3', '');
    await store().putTimeline('e3', []);
    expect(await store().readLog('e3')).toBe('');
    expect(await store().readTimeline('e3')).toEqual([]);
  });
});
