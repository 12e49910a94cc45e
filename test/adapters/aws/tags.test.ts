/** Our rule for tags against AWS's own models (test/fixtures/botocore.json): what we take, each of the services takes. */

import { describe, expect, it } from 'vitest';
import { isTagName, isTagValue, tagLimits } from '../../../src/domain/providers/aws-tags.ts';
import { modelsInUse, tagShapes } from '../../e2e/botocore/model.ts';

const { services } = modelsInUse();

const shapes = Object.entries(tagShapes).flatMap(([service, [name = '', value = '']]) => [
  { service, kind: 'name' as const, shape: services[service]?.shapes[name] },
  { service, kind: 'value' as const, shape: services[service]?.shapes[value] },
]);

/** Botocore's patterns are Java's: one that names a set twice is fine there. */
const takes = (pattern: string | undefined, text: string): boolean =>
  pattern === undefined || new RegExp(`^(?:${pattern})$`, 'u').test(text);

/** Every sign of ASCII, and of each kind of Unicode one. */
const signs = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCodePoint(index + 32)),
  ...['\t', 'é', 'ß', '漢', '٣', '²', '\u00a0', '\u2003', '€', '‰', '🙂', '\u0301', '𐐀'],
];

describe('the tags that are taken', () => {
  it.each(shapes)('are those of $service: the $kind', ({ kind, shape }) => {
    const { pattern, min, max } = shape ?? {};
    expect(shape).toBeDefined();
    expect(max).toBe(tagLimits[kind]);
    expect(min ?? 0).toBeLessThanOrEqual(1);
    const taken = signs.filter((sign) => (kind === 'name' ? isTagName(sign) : isTagValue(sign)));
    expect(taken.length).toBeGreaterThan(60);
    expect(taken.filter((sign) => !takes(pattern, sign))).toEqual([]);
  });

  it('are all that every service takes', () => {
    const { pattern } = services['elbv2']?.shapes['TagValue'] ?? {};
    expect(pattern).toBeDefined();
    expect(signs.filter((sign) => takes(pattern, sign) && !isTagValue(sign))).toEqual([]);
  });

  it('have no empty value, since CloudFormation takes none', () => {
    expect(services['cloudformation']?.shapes['TagValue']?.min).toBe(1);
    expect(isTagValue('')).toBe(false);
  });

  it.each(['aws:x', 'AWS:x', 'Aws:x'])('are not those of AWS itself: %s', (text) => {
    expect([isTagName(text), isTagValue(text)]).toEqual([false, false]);
    expect(takes(services['efs']?.shapes['TagKey']?.pattern, text)).toBe(false);
  });

  it.each([tagLimits.name, tagLimits.value])('are counted in characters of Unicode: %i', (most) => {
    const is = most === tagLimits.name ? isTagName : isTagValue;
    expect([is('𐐀'.repeat(most)), is('𐐀'.repeat(most + 1))]).toEqual([true, false]);
  });
});
