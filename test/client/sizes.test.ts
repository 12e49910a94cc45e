import { describe, expect, it } from 'vitest';
import { sizeIn, sizeOf } from '../../client/sizes.ts';

describe('a size', () => {
  it.each([
    ['10000000000 B', '10 GB'],
    ['10 GB', '10 GB'],
    ['4 GiB', '4 GiB'],
    ['512 MiB', '512 MiB'],
    ['536870912 B', '512 MiB'],
    ['1.5 TiB', '1.5 TiB'],
    ['4300000000 B', '4.3 GB'],
    ['0.5 TB', '500 GB'],
    ['2 kB', '2 kB'],
    ['ubuntu 22.04', 'ubuntu 22.04'],
    ['4', '4'],
    ['', ''],
  ])('of a template is shown in one form: %s', (text, shown) => {
    expect(sizeIn(text)).toBe(shown);
  });

  it('in bytes too', () => {
    expect([0, 999, 1_000, 10_000_000_000].map(sizeOf)).toEqual(['0 B', '999 B', '1 kB', '10 GB']);
  });
});
