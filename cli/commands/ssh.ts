import { buildCommand } from '@stricli/core';
import type { DeploymentView, Resource } from '../../client/index.ts';
import { briefs } from '../briefs.ts';
import { CliError } from '../cli-error.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId } from '../deployment-id.ts';
import { connectionFlags } from '../flags.ts';
import { instanceOf } from '../instance.ts';
import { machineOf } from '../machine.ts';

interface Login {
  readonly user: string;
  readonly address: string;
  /** the private key, as a file has it; undefined: there is none */
  readonly key: string | undefined;
}

/** CliError when nobody can log in: it is no machine, has no address, or its provider tells no user. */
const loginOf = ({ toscaNodeName: node, metadata }: Resource, address: string | undefined): Login => {
  const { 'disk.0.os.credentials.username': user, 'disk.0.os.credentials.private_key': key } = machineOf(metadata);
  if (metadata['VirtualMachineInfo'] === undefined)
    throw new CliError('calledWrongly', `${node} is no machine that runs: name the node that hosts it`);
  if (address === undefined) throw new CliError('failed', `${node} has no address yet`);
  if (typeof user !== 'string' || user === '')
    throw new CliError(
      'notFound',
      `the provider tells no user of ${node}: toscanini show ID ${node} has what it tells`,
    );
  return { user, address, key: typeof key === 'string' && key !== '' ? `${key.trimEnd()}\n` : undefined };
};

async function ssh(
  this: CliContext,
  flags: ConnectionFlags,
  given: string,
  node: string,
  ...command: readonly string[]
): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given);
  const resource = await instanceOf(client, id, node);
  const view = await client.view(id, { topology: false });
  const login = loginOf(resource, addressIn(view === 'unchanged' ? undefined : view.view, resource.uuid));
  const { withKeyFile, execute } = await import('../screen/execute.ts');
  const run = this.execute ?? execute;
  this.endAs(await withKeyFile(login.key, (file) => run('ssh', argumentsOf(login, file, command), this)));
}

const addressIn = (view: DeploymentView | undefined, id: string): string | undefined =>
  view?.resources.find((resource) => resource.id === id)?.address;

/** A key of a new machine is unknown: it is taken once, and a changed one is refused. */
const argumentsOf = (
  { user, address }: Login,
  file: string | undefined,
  command: readonly string[],
): readonly string[] => [
  ...(file === undefined ? [] : ['-i', file, '-o', 'IdentitiesOnly=yes']),
  ...['-o', 'StrictHostKeyChecking=accept-new', '-l', user, '--', address, ...command],
];

export const sshCommand = buildCommand<ConnectionFlags, [string, string, ...string[]], CliContext>({
  func: ssh,
  parameters: {
    positional: {
      kind: 'array',
      parameter: { brief: 'deployment, node, and a command for it', parse: String, placeholder: 'ID NODE COMMAND' },
      minimum: 2,
    },
    flags: connectionFlags,
  },
  docs: {
    brief: briefs.ssh,
    customUsage: ['ID NODE', { input: 'ID NODE -- COMMAND', brief: 'its exit code is that of the command' }],
  },
});
