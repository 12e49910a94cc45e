import { describe, expect, it } from 'vitest';
import { rankingLog } from '../../../src/domain/providers/ranking-log.ts';

const at = new Date('2026-11-20T12:00:00Z');

const edit = { node: 'web', path: ['capabilities', 'os', 'properties', 'image'], value: 'ost://a/i' };
const credential = { node: 'web', path: ['properties', 'credential'], value: { user: 'u' } };
const gone = { node: 'web', path: ['capabilities', 'host', 'properties', 'disk_size'] };

describe('rankingLog', () => {
  it('tells who may be tried, what changes there, who may not and why', () => {
    const text = rankingLog(
      {
        candidates: [{ id: 'a', name: 'A', score: 'rank 1', edits: [edit, credential, gone] }],
        dropped: [{ id: 'b', name: 'b', reason: 'it is full' }],
        notes: ['monitoring slept'],
      },
      at,
    );
    expect(text).toBe(`2026-11-20T12:00:00.000Z one provider may be tried
  1. A (a): rank 1
     web: image ost://a/i
     web: credential {"user":"u"}
  not b: it is full
  monitoring slept
`);
  });

  it('numbers several candidates, with or without a reason for their place', () => {
    const candidates = ['a', 'b'].map((id) => ({ id, name: id, edits: [] }));
    expect(rankingLog({ candidates, dropped: [], notes: [] }, at)).toBe(
      '2026-11-20T12:00:00.000Z 2 providers may be tried\n  1. a\n  2. b\n',
    );
  });

  it('says when nobody may be tried', () => {
    expect(rankingLog({ candidates: [], dropped: [], notes: ['why'] }, at)).toBe(
      '2026-11-20T12:00:00.000Z no providers may be tried\n  why\n',
    );
  });
});
