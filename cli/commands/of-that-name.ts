import { collected, type DeploymentItem, type Toscanini } from '../../client/index.ts';
import { CliError } from '../cli-error.ts';

/** Of the caller, since a change of what others have made is no default. */
export const ofThatName = (client: Toscanini, name: string): Promise<readonly DeploymentItem[]> =>
  collected(client.deployments({ name, createdBy: 'me' }));

/** CliError when more than one has the name. */
export const theOneOfThatName = async (client: Toscanini, name: string): Promise<DeploymentItem | undefined> => {
  const [one, ...others] = await ofThatName(client, name);
  if (others.length === 0) return one;
  const ids = [one, ...others].map((each) => each?.uuid.slice(-8)).join(', ');
  throw new CliError(
    'conflict',
    `${others.length + 1} of your deployments are called ${name} (${ids}): toscanini update ID FILE updates one of them`,
  );
};
