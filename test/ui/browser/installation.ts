/** The service on this machine, as the tests of the dashboard use it: a token, deployments, faults of the sandbox's clouds. */

import { Toscanini } from '../../../client/index.ts';
import type { Deployment } from '../../../client/types.ts';
import { serviceForTests } from '../../local/federated-service.ts';

export interface Person {
  readonly username: string;
  readonly groups?: string;
}

/** People of the sandbox: ui/session/sandbox.ts. */
export const alice: Person = { username: 'alice', groups: 'research' };

/** `env`: what the service is started with. */
export const installationForTests = (name: string, env: NodeJS.ProcessEnv = {}) => {
  const service = serviceForTests(name, env);
  const tokenOf = async ({ username, groups = '' }: Person): Promise<string> => {
    const body = new URLSearchParams({ grant_type: 'password', username, groups });
    const response = await fetch(`${service.urls().issuer}/token`, { method: 'POST', body });
    return ((await response.json()) as { access_token: string }).access_token;
  };
  const clientOf = (person: Person) => new Toscanini({ url: service.urls().url, token: () => tokenOf(person) });
  return {
    url: (): string => service.urls().url,
    /** where new files start schedules */
    files: () => ({ s3: service.urls().s3, bucket: service.urls().incoming[0] ?? '' }),
    clientOf,
    tokenOf,
    /** null: it works again */
    fault: async (cloud: 'sandbox-a' | 'sandbox-b', fault: string | null, bootSeconds = 1): Promise<void> => {
      const body = JSON.stringify({ fault, bootSeconds });
      const response = await fetch(`${service.urls().imUrl}/_sandbox/clouds/${cloud}`, { method: 'PUT', body });
      if (!response.ok) throw new Error(await response.text());
    },
    /** What somebody makes at the Infrastructure Manager without this service; its id there, once it stands. */
    make: async (template: string, person: Person, cloud: 'sandbox-a' | 'sandbox-b'): Promise<string> => {
      const manager = `type = InfrastructureManager; token = ${await tokenOf(person)}`;
      const Authorization = `${manager}\\nid = ${cloud}; type = Dummy`;
      const asked = async (path: string, more: RequestInit = {}): Promise<string> => {
        const headers = { 'Content-Type': 'text/yaml', Authorization };
        const response = await fetch(`${service.urls().imUrl}/infrastructures${path}`, { headers, ...more });
        if (!response.ok) throw new Error(await response.text());
        return response.text();
      };
      const id = (await asked('', { method: 'POST', body: template })).trim().split('/').at(-1) ?? '';
      while (!(await asked(`/${id}/state`)).includes('configured')) await new Promise((end) => setTimeout(end, 200));
      return id;
    },
    deploy: (template: string, person = alice): Promise<Deployment> =>
      clientOf(person).create({ template, userGroup: 'research' }),
    /** Waits until the operation in progress has ended. */
    settled: async (id: string, person = alice): Promise<Deployment> => {
      const client = clientOf(person);
      for (;;) {
        const deployment = await client.deployment(id);
        if (!deployment.status.endsWith('_IN_PROGRESS')) return deployment;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    },
  };
};
