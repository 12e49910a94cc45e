import { describe, expect, it } from 'vitest';
import { prefilter } from '../../../../src/domain/providers/ranking/prefilter.ts';
import { asking, compute } from '../asking.ts';

const web = compute('web', { distribution: 'ubuntu' }, { num_cpus: 2 });

const tagsOf = (count: number, word: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${word}${at}`, 'v']));

describe('labels', () => {
  const stack = { region: 'eu-west-1', tags: tagsOf(20, 'configured') };
  const reasonsOf = (labels: { readonly [name: string]: string }) =>
    prefilter([{ id: 'o', name: 'Cloud', priority: 1, stack }], { ...asking({ nodes: [web] }), labels }, () => ({
      ...{ unsupported: () => [], fit: () => ({ edits: [], lacks: [] }) },
    })).dropped.map(({ reason }) => reason);

  it('leave a provider out where AWS would refuse so many tags, those of its configuration included', () => {
    expect(reasonsOf(tagsOf(26, 'label'))).toEqual([]);
    expect(reasonsOf(tagsOf(27, 'label'))).toEqual([expect.stringContaining('47 of 46')]);
    expect(reasonsOf({ ...tagsOf(26, 'label'), Configured3: 'v' })).toEqual([]);
  });
});
