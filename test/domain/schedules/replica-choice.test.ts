import { describe, expect, it } from 'vitest';
import { chooseReplicas, urlOf } from '../../../src/domain/schedules/replica-choice.ts';
import { ReplicationFailedError } from '../../../src/foundation/errors.ts';

const element = (name: string, bucket = `bucket-${name}`) => ({ name, bucket, attributes: { tier: 1 } });
const elements = ['A', 'B', 'C', 'D'].map((name) => element(name));
const file = { id: 'e', scope: 'incoming', name: 'data/1' };

const choose = (changes: Partial<Parameters<typeof chooseReplicas>[0]> = {}, of = file, there = elements) =>
  chooseReplicas({ replicationExpression: 'tier=1', numberOfReplicas: 2, ...changes }, of, there);

const failure = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(ReplicationFailedError);
    return (error as Error).message;
  }
  return 'none';
};

describe('the choice of replicas', () => {
  it('takes as many of the elements that the expression describes, with the scope in the key', () => {
    expect(choose({ replicationExpression: 'B', numberOfReplicas: 1 })).toEqual([
      { element: 'B', bucket: 'bucket-B', key: 'toscanini-replicas/incoming/data/1' },
    ]);
    expect(choose()).toHaveLength(2);
  });

  it('is the same at every repeat, whatever the order of the elements, and spreads events over all of them', () => {
    expect(choose({}, file, elements.toReversed())).toEqual(choose());
    const ids = Array.from({ length: 40 }, (_, index) => `event-${index}`);
    const first = ids.map((id) => choose({ numberOfReplicas: 1 }, { ...file, id })[0]?.element);
    expect(new Set(first)).toEqual(new Set(['A', 'B', 'C', 'D']));
  });

  it('begins with the element that has the file: nothing is copied there', () => {
    const own = [...elements, element('own', 'incoming')];
    for (const id of ['e1', 'e2', 'e3', 'e4', 'e5'])
      expect(choose({}, { ...file, id }, own)[0]).toEqual({ element: 'own', bucket: 'incoming', key: 'data/1' });
  });

  it('fails where there are too few elements, or the expression cannot be read', () => {
    expect(failure(() => choose({ numberOfReplicas: 5 }))).toBe(
      '5 replicas are wanted, and 4 of the 4 storage elements that there are now fit the expression tier=1',
    );
    expect(failure(() => choose({ replicationExpression: 'tier=' }))).toContain(
      'the replication expression is wrong: ',
    );
    expect(choose({ numberOfReplicas: 4 })).toHaveLength(4);
  });

  it('takes one element of a bucket: a second copy there would be the same object', () => {
    const shared = [element('fast', 'one'), element('cheap', 'one'), element('far', 'two')];
    for (const id of ['e1', 'e2', 'e3', 'e4', 'e5'])
      expect(new Set(choose({}, { ...file, id }, shared).map(({ bucket }) => bucket))).toEqual(new Set(['one', 'two']));
    expect(failure(() => choose({ numberOfReplicas: 3 }, file, shared))).toBe(
      '3 replicas are wanted, and 3 of the 3 storage elements that there are now fit the expression tier=1; \
they are in 2 buckets, and each bucket takes one replica',
    );
  });

  it('fails where the key of a copy would be longer than S3 takes, in bytes', () => {
    const prefix = 'toscanini-replicas/incoming/'.length;
    const name = 'é'.repeat((1024 - prefix) / 2);
    expect(choose({}, { ...file, name })).toHaveLength(2);
    expect(failure(() => choose({}, { ...file, name: `${name}x` }))).toContain(
      'would have 1025 bytes, and S3 takes 1024',
    );
    const own = [element('own', 'incoming')];
    expect(choose({ numberOfReplicas: 1 }, { ...file, name: `${name}x` }, own)).toHaveLength(1);
  });
});

describe('the address of a replica', () => {
  it('is one that S3 tools accept', () => {
    expect(urlOf({ bucket: 'tier-1', key: 'data/1' })).toBe('s3://tier-1/data/1');
  });
});
