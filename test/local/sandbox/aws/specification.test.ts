import { describe, expect, it } from 'vitest';
import { rowOf, types } from '../../../../local/sandbox/aws/rows/rows.ts';
import kept from '../../../../local/sandbox/aws/specification.json' with { type: 'json' };

/** Absent where only the packages of the service are installed. */
const extraction = await import('../../../../local/sandbox/aws/extract-specification.ts').catch(
  (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' && !error.message.includes('aws-service-spec')) throw error;
    console.warn('not compared with the specification of AWS: @aws-cdk/aws-service-spec is not installed');
    return undefined;
  },
);

describe('the rows of the sandbox', () => {
  it.skipIf(!extraction)(
    "are what AWS's own specification says: run extract-specification.ts when it changes",
    () => {
      expect(kept).toEqual(extraction?.extract());
      // the package takes seconds to load, and many times that on a machine under load
    },
    180_000,
  );

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
