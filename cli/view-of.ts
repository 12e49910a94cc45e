import type { DeploymentView, Toscanini } from '../client/index.ts';

type Viewing = Pick<Toscanini, 'view'>;

/** All about a deployment without its topology; undefined: nothing has changed since it was read, which cannot be at the first time. */
export const viewOf = async (client: Viewing, id: string): Promise<DeploymentView | undefined> => {
  const read = await client.view(id, { topology: false });
  return read === 'unchanged' ? undefined : read.view;
};

/** The providers of a deployment, for their names: plans have only ids. */
export const providersOf = async (client: Viewing, id: string): Promise<DeploymentView['providers']> =>
  (await viewOf(client, id))?.providers ?? [];
