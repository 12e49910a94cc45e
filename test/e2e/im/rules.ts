import { setTimeout as sleep } from 'node:timers/promises';
import { authorizationHeader } from '../../../src/adapters/infrastructure-manager/authorization.ts';
import type { Checks } from '../checks.ts';
import { imLine } from './service.ts';
import { type Manager, runRule, updateRules } from './update-rules.ts';

/** The rules of updates, against a real Infrastructure Manager with its Dummy cloud. */
export const checkUpdateRules = async (url: string, checks: Checks): Promise<void> => {
  const manager = managerAt(url);
  for (const rule of updateRules) await checks.check(`rules: ${rule.name}`, () => runRule(manager, rule));
};

const managerAt = (url: string): Manager => {
  const Authorization = authorizationHeader([imLine, { id: 'dummy', type: 'Dummy' }]);
  return {
    call: async (method, path, body) => {
      const headers = { Authorization, Accept: 'application/json', 'Content-Type': 'text/yaml' };
      const answer = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) });
      const text = await answer.text();
      return { status: answer.status, json: text === '' ? undefined : JSON.parse(text) };
    },
    // machines of the Dummy cloud are up at once, and this server looks at them once a second
    settle: () => sleep(1_500),
  };
};
