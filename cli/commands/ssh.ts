import type { DeploymentView, Resource } from '../../client/index.ts';
import { briefs } from '../briefs.ts';
import { CliError } from '../cli-error.ts';
import { buildCommand } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument } from '../deployment-id.ts';
import { connectionFlags } from '../flags.ts';
import { instanceOf } from '../instance.ts';
import { machineOf } from '../machine.ts';
import { wrappedFor } from '../screen/wrap.ts';

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
  if (this.screen.live) this.process.stderr.write(`ssh ${login.user}@${login.address}\n`);
  const code = await withKeyFile(login.key, (file) => run('ssh', argumentsOf(login, file, command), this));
  if (code === ofSshItself) this.process.stderr.write(wrappedFor(this.screen, adviceFor(login)));
  this.endAs(code);
}

/** How ssh ends when it could not log in. A command on the machine may end so too. */
const ofSshItself = 255;

const adviceFor = ({ address }: Login): string =>
  `if ssh could not log in: a private address, as ${address} may be, is only reached from its own network, and no machine stands behind one of the sandbox\n`;

const addressIn = (view: DeploymentView | undefined, id: string): string | undefined =>
  view?.resources.find((resource) => resource.id === id)?.address;

/**
 * A key of a new machine is unknown: it is taken once, and a changed one is refused. An address that nobody answers keeps ssh waiting for
 * minutes otherwise.
 */
const argumentsOf = (
  { user, address }: Login,
  file: string | undefined,
  command: readonly string[],
): readonly string[] => [
  ...(file === undefined ? [] : ['-i', file, '-o', 'IdentitiesOnly=yes']),
  ...['-o', 'StrictHostKeyChecking=accept-new', '-o', 'ConnectTimeout=15', '-l', user, '--', address, ...command],
];

export const sshCommand = buildCommand<ConnectionFlags, [string, string, ...string[]], CliContext>({
  func: ssh,
  parameters: {
    positional: {
      kind: 'array',
      parameter: {
        ...idArgument,
        brief: 'deployment, node, and a command for it, whose exit code is that of this one',
        placeholder: 'ID NODE [-- COMMAND]',
      },
      minimum: 2,
    },
    flags: connectionFlags,
  },
  docs: { brief: briefs.ssh },
});
