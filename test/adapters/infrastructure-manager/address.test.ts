import { afterEach, describe, expect, it, vi } from 'vitest';
import { hasManager, managerAt, managerSecret } from '../../../src/adapters/infrastructure-manager/address.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the Infrastructure Manager of an installation', () => {
  it.each([
    ['lines', 'lines'],
    ['json', 'json'],
    [undefined, 'json'],
    ['LINES', 'json'],
  ])('gets credentials, with IM_AUTHORIZATION %s, as %s', (set, authorizationForm) => {
    vi.stubEnv('IM_URL', 'https://im.example/im');
    vi.stubEnv('IM_AUTHORIZATION', set);
    expect(managerAt()).toEqual({ url: 'https://im.example/im', authorizationForm });
    expect(hasManager()).toBe(true);
  });

  it('may be none', () => {
    vi.stubEnv('IM_URL', undefined);
    expect(hasManager()).toBe(false);
    expect(managerAt).toThrow('IM_URL is not set');
  });

  it('has the secret that the configuration names', () => {
    vi.stubEnv('IM_SECRET', undefined);
    expect(managerSecret).toThrow('IM_SECRET is not set');
    vi.stubEnv('IM_SECRET', 'im');
    expect(managerSecret()).toBe('im');
  });
});
