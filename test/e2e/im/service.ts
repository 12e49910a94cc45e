import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuthorizationForm } from '../../../src/adapters/infrastructure-manager/authorization.ts';
import { type Service, startService } from '../service.ts';

/** The Infrastructure Manager's own line, as the service's secret; the checks look at its list with the same one. */
export const imLine = { type: 'InfrastructureManager', username: 'toscanini', password: 'a;b="c"' };

const providers = [
  {
    id: 'nowhere',
    name: 'A cloud of no known type',
    priority: 1,
    groups: ['unlucky'],
    credentials: { type: 'NoSuchCloud' },
  },
  { id: 'dummy', name: 'The Dummy connector', priority: 2, credentials: { type: 'Dummy' } },
];

/** The whole service, its deployments going to a real Infrastructure Manager. */
export const startServiceOn = (imUrl: string, form: AuthorizationForm): Promise<Service> =>
  startService(async (home) => {
    const secretsFile = join(home, 'im-secrets.json');
    await writeFile(secretsFile, JSON.stringify({ im: imLine }), { mode: 0o600 });
    const im = { IM_URL: imUrl, IM_SECRET: 'im', IM_AUTHORIZATION: form };
    return { ...im, PROVIDERS: JSON.stringify(providers), SECRETS_FILE: secretsFile };
  });
