import type { Check } from '../../domain/doctor/examination.ts';
import { RestError, restClient } from '../rest/client.ts';

/** Checks only that each service of a federation answers: what it answers is for users. */
export const serviceChecks = (addresses: Readonly<Record<string, string>>): readonly Check[] =>
  Object.entries(addresses)
    .filter(([name]) => name !== 'im_url')
    .map(([name, url]) => ({
      subject: `${name} ${url}`,
      run: async () => {
        try {
          const client = restClient({ name: `the service of ${name}`, url, deadlineMs: 10_000 });
          const { status } = await client.send({ method: 'GET', path: '' });
          return `answers (${status})`;
        } catch (error) {
          if (error instanceof RestError && error.failure === 'status') return `answers (${error.status})`;
          throw error;
        }
      },
      advice: `see that it runs, that \`services.${name}\` is right, and that the functions can reach it (\`vpc\`)`,
    }));
