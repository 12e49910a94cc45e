import { describe, it } from 'vitest';
import { type Manager, runRule, updateRules } from '../../e2e/im/update-rules.ts';
import { testSandbox } from './client.ts';

describe('the sandbox, like the releases of the Infrastructure Manager', () => {
  it.each(updateRules.map((rule) => [rule.name, rule] as const))('holds that %s', async (_, rule) => {
    const { sandbox, call, pass } = await testSandbox();
    const manager: Manager = {
      call: async (method, path, body) => call(method, path, body === undefined ? {} : { body }),
      settle: async () => pass(30),
    };
    await runRule(manager, rule);
    await sandbox.stop();
  });
});
