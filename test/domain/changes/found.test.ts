import { describe, expect, it } from 'vitest';
import { gathered } from '../../../src/domain/changes/found.ts';
import type { RequestedNodes } from '../../../src/domain/changes/requested.ts';
import type { Resource } from '../../../src/domain/resources/resource.ts';

const resource = (id: string, toscaNodeName = 'web') => ({ id, toscaNodeName }) as Resource;

/** A template that is known by its number; a comparison with it finds that number. */
const base = (number: number): RequestedNodes => ({
  web: { type: `${number}`, kind: 'compute', count: 1, machines: [], endpoints: [], values: {} },
});
const [one, two] = [base(1), base(2)];

/** Compares each resource with its bases, and notes which pairs were compared. */
const compareAll = (resources: readonly Resource[], basesOf: (resource: Resource) => readonly RequestedNodes[]) => {
  const compared: string[] = [];
  const found = gathered(resources, basesOf, ({ id, toscaNodeName }, before) => {
    const type = before['web']?.type ?? '';
    compared.push(`${id} ${type}`);
    return [{ node: toscaNodeName, difference: { path: 'type', old: type } }];
  });
  return {
    compared,
    found: found.map(({ node, difference, resources: of, isUnsure }) => [
      node,
      difference.old,
      of.map(({ id }) => id),
      isUnsure,
    ]),
  };
};

describe('gathered', () => {
  it('compares the resources of one node with one template once, and names all of them', () => {
    const { compared, found } = compareAll([resource('a'), resource('b'), resource('c', 'db')], () => [one]);
    expect(compared).toEqual(['a 1', 'c 1']);
    expect(found).toEqual([
      ['web', '1', ['a', 'b'], false],
      ['db', '1', ['c'], false],
    ]);
  });

  it('compares resources that were made from different templates with their own', () => {
    const { found } = compareAll([resource('a'), resource('b')], ({ id }) => [id === 'a' ? one : two]);
    expect(found).toEqual([
      ['web', '1', ['a'], false],
      ['web', '2', ['b'], false],
    ]);
  });

  it('is not sure of a difference from the template of a failed update only', () => {
    const { found } = compareAll([resource('a')], () => [one, two]);
    expect(found).toEqual([
      ['web', '1', ['a'], false],
      ['web', '2', ['a'], true],
    ]);
  });

  it('reports the same difference once, and is sure of it when one resource is sure to have it', () => {
    const alike = base(2);
    const { found } = compareAll([resource('a'), resource('b')], ({ id }) => (id === 'a' ? [one, two] : [alike]));
    expect(found).toEqual([
      ['web', '1', ['a'], false],
      ['web', '2', ['a', 'b'], false],
    ]);
  });

  it('names a resource once that may match two templates with the same difference', () => {
    const { found } = compareAll([resource('a')], () => [two, base(2)]);
    expect(found).toEqual([['web', '2', ['a'], false]]);
  });
});
