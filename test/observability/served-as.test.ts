import { afterEach, describe, expect, it, vi } from 'vitest';
import { servedAs } from '../../src/observability/metric-names.ts';

describe('the name under which an installation logs and counts', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('is its own where the CDK app gave it one, and toscanini where not', () => {
    expect(servedAs()).toBe('toscanini');
    vi.stubEnv('POWERTOOLS_SERVICE_NAME', '');
    expect(servedAs()).toBe('toscanini');
    vi.stubEnv('POWERTOOLS_SERVICE_NAME', 'staging');
    expect(servedAs()).toBe('staging');
  });
});
