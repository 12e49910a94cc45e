import { describe, expect, it } from 'vitest';
import { call } from '../../cli/called.ts';
import type { Tried } from './names.ts';

export const theDoctor = ({ toscanini, env, urls }: Tried): void => {
  describe('toscanini doctor', () => {
    it('says that everything is there', async () => {
      const { code, out } = await toscanini('doctor');
      expect(code).toBe(0);
      expect(out).toContain(`${urls().url}/ui/deployments`);
      expect(out).toContain('everything that a command needs is there');
    });

    it('and the configuration name what the installation does not have', async () => {
      const { code, out } = await toscanini('configuration');
      expect(code).toBe(0);
      expect(out).toMatch(/^cpr_url +not configured$/m);
      expect(out).toMatch(/^im_url +http/m);
    });

    it.each([
      [2, 'no service is known', [], { XDG_CONFIG_HOME: '/nowhere' }],
      [6, 'check the address, the network and the proxy', ['--url', 'http://127.0.0.1:9'], {}],
      [3, 'this is the token of --token', ['--token', 'x'], {}],
      [3, 'this is the token of ORCHENT_TOKEN', [], { ORCHENT_TOKEN: 'x' }],
    ])('ends with %i and says what to do: %s', async (code, advice, args, more) => {
      const found = await call(['doctor', ...args], { env: { ...env(), ...more } });
      expect(found).toMatchObject({ code, out: expect.stringMatching(/✖ /) });
      expect(found.out).toContain(advice);
    });

    it('sees a clock that is wrong', async () => {
      const later = await call(['doctor'], { env: env(), now: () => new Date(Date.now() + 120_000) });
      expect(later).toMatchObject({ code: 0, out: expect.stringMatching(/! clock +1[12]\d s ahead of the service/) });
    });
  });
};
