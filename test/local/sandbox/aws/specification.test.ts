import { describe, expect, it } from 'vitest';
import { extract } from '../../../../local/sandbox/aws/extract-specification.ts';
import { rowOf, types } from '../../../../local/sandbox/aws/rows/rows.ts';
import kept from '../../../../local/sandbox/aws/specification.json' with { type: 'json' };

describe('the rows of the sandbox', () => {
  it("are what AWS's own specification says: run extract-specification.ts when it changes", () => {
    expect(kept).toEqual(extract());
  });

  it('work out only attributes that AWS has', () => {
    const strange = types.flatMap((type) => {
      const row = rowOf(type);
      return Object.keys(row?.attributes ?? {})
        .filter((name) => !row?.specification.attributes.includes(name))
        .map((name) => `${type}.${name}`);
    });
    expect(strange).toEqual([]);
  });

  it('name only properties that AWS has', () => {
    const strange = types.flatMap((type) => {
      const row = rowOf(type);
      return [...(row?.replaces ?? []), ...(row?.unchangeable ?? [])].filter(
        (name) => !row?.specification.properties.includes(name),
      );
    });
    expect(strange).toEqual([]);
    expect(types.length).toBeGreaterThan(25);
  });
});
