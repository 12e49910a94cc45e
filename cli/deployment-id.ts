import type { DeploymentItem, Toscanini } from '../client/index.ts';
import { CliError } from './cli-error.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** As people see it: the last eight digits, since the first eight are the same for all of one minute (UUIDv7). */
export const shortId = (id: string): string => `…${id.slice(-8)}`;

/**
 * The id that is meant: a whole one, its end (with or without `…`), or `@last` for the newest deployment of the caller.
 * CliError when there is none, or more than one.
 */
export const deploymentId = async (client: Pick<Toscanini, 'deployments'>, given: string): Promise<string> => {
  const text = given.toLowerCase().replace(/^…/, '');
  if (uuid.test(text)) return text;
  if (text === '@last') return newest(client);
  if (!/^[0-9a-f-]{4,}$/.test(text))
    throw new CliError(
      'calledWrongly',
      `${given} is no deployment: give its uuid, at least the last four digits of it, or @last`,
    );
  const found: DeploymentItem[] = [];
  for await (const deployment of client.deployments()) if (deployment.uuid.endsWith(text)) found.push(deployment);
  const [one, ...others] = found;
  if (one === undefined) throw new CliError('notFound', `no deployment ends with ${text}; toscanini ls lists them`);
  if (others.length === 0) return one.uuid;
  throw new CliError(
    'calledWrongly',
    `${found.length} deployments end with ${text}: ${found.map((each) => each.uuid).join(', ')}`,
  );
};

const newest = async (client: Pick<Toscanini, 'deployments'>): Promise<string> => {
  for await (const { uuid: id } of client.deployments({ createdBy: 'me' })) return id;
  throw new CliError('notFound', 'you have no deployment yet; toscanini deploy FILE makes one');
};
