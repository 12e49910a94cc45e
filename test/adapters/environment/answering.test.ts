import { afterEach, describe, expect, it, vi } from 'vitest';
import { corsOrigin, createdByEverywhere, publicBaseUrl } from '../../../src/adapters/environment/answering.ts';

afterEach(() => vi.unstubAllEnvs());

describe('how requests are answered', () => {
  it.each([
    ['PUBLIC_BASE_URL', publicBaseUrl],
    ['CORS_ORIGIN', corsOrigin],
  ])('is as %s says, if it is set', (name, read) => {
    vi.stubEnv(name, 'https://example.org');
    expect(read()).toBe('https://example.org');
    vi.stubEnv(name, '');
    expect(read()).toBeUndefined();
  });

  it.each([
    ['true', true],
    ['TRUE', true],
    ['false', false],
    ['yes', false],
    [undefined, false],
  ])('shows who created an item, with CREATED_BY_EVERYWHERE %s: %s', (set, expected) => {
    vi.stubEnv('CREATED_BY_EVERYWHERE', set);
    expect(createdByEverywhere()).toBe(expected);
  });
});
