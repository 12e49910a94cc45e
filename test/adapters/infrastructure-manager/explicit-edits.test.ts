import { describe, expect, it } from 'vitest';
import { explicitEdits } from '../../../src/adapters/infrastructure-manager/explicit-edits.ts';
import { compute } from '../../domain/infrastructure-manager/requested.ts';

const web = compute('web', {
  properties: { instance_name: 'a', tags: { x: 1 } },
  capabilities: { host: { num_cpus: 2, mem_size: '1 GB' }, scalable: { count: 3 } },
});
const changed = (...properties: readonly string[]) =>
  explicitEdits({ nodes: [web, compute('db', { properties: { instance_name: 'b' } })], changed: properties.map(of) });
const of = (property: string) => ({ node: 'web', property, how: 'configured' as const });
const written = (path: readonly string[], value: unknown) => ({ node: 'web', path, value, ifAbsent: true });

describe('values that a new template leaves to a default', () => {
  it('are written out where they changed, and where the template does not give them', () => {
    expect(changed('properties.instance_name', 'capabilities.host.properties.num_cpus')).toEqual([
      written(['properties', 'instance_name'], 'a'),
      written(['capabilities', 'host', 'properties', 'num_cpus'], 2),
    ]);
  });

  it('are written out whole where a part of them changed', () => {
    expect(changed('properties.tags.x')).toEqual([written(['properties', 'tags'], { x: 1 })]);
  });

  it.each(['properties.tag', 'properties.tagsx', 'properties', 'count', 'capabilities.host'])(
    'are not written out where something else changed: %s',
    (property) => {
      expect(changed(property)).toEqual([]);
    },
  );

  it('are not written out of numbers of machines, which an update states in its own way', () => {
    expect(changed('capabilities.scalable.properties.count')).toEqual([]);
  });

  it('are not written out where nothing changed', () => {
    expect(changed()).toEqual([]);
  });
});
