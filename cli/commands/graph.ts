import { statSync } from 'node:fs';
import { withTrueStates } from '../../client/true-states.ts';
import { briefs } from '../briefs.ts';
import { CliError } from '../cli-error.ts';
import { buildCommand } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument } from '../deployment-id.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument } from '../document.ts';
import { connectionFlags } from '../flags.ts';
import { dot, type Graph, mermaid, tree } from '../graph.ts';
import { rowsOfView } from '../progress/rows.ts';
import { painter } from '../screen/paint.ts';

interface Flags extends ConnectionFlags, DocumentFlags {
  readonly dot: boolean;
  readonly mermaid: boolean;
}

/** A deployment, with states; or a file of this machine, without a service. */
async function graph(this: CliContext, flags: Flags, given: string): Promise<void> {
  if (flags.dot && flags.mermaid) throw new CliError('calledWrongly', '--dot and --mermaid: name one of them');
  const found = given === '-' || isFile(given) ? await ofFile(this, given) : await ofDeployment(this, flags, given);
  if (flags.dot) return this.screen.write(dot(found));
  if (flags.mermaid) return this.screen.write(mermaid(found));
  await printDocument(this, flags, {
    document: found,
    names: found.nodes.map(({ name }) => name),
    text: () => tree(found, painter(this.screen)),
    cutLines: true,
  });
}

/** A folder is none: `up` calls a deployment as the folder of its template. A pipe of the shell is one. */
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === false;

const ofDeployment = async (cli: CliContext, flags: Flags, given: string): Promise<Graph> => {
  const client = await connect(cli, flags);
  const read = await client.view(await deploymentId(client, given));
  if (read === 'unchanged') throw new Error('a view without an ETag is never unchanged');
  const states = new Map(rowsOfView(withTrueStates(read.view)).map((row) => [row.node, row.states]));
  return { nodes: (read.view.nodes ?? []).map((node) => ({ ...node, states: states.get(node.name) ?? [] })) };
};

const ofFile = async (cli: CliContext, file: string): Promise<Graph> => {
  const { topologyOf } = await import('../check/check-files.ts');
  const { nodes } = await topologyOf(file, cli);
  return {
    nodes: nodes.map(({ name, type, count, requirements }) => ({
      ...{ name, type, count, states: [] },
      requirements: requirements.flatMap(({ name: requirement, node, relationship }) => {
        if (node === undefined) return [];
        const isHost = requirement === 'host' || relationship?.endsWith('HostedOn');
        return [{ name: requirement, node, ...(isHost && { as: 'host' as const }) }];
      }),
    })),
  };
};

export const graphCommand = buildCommand<Flags, [string], CliContext>({
  func: graph,
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        {
          ...idArgument,
          brief: 'a deployment by its name, id or @last; or a template on this machine, - for standard input',
          placeholder: 'ID|FILE',
        },
      ],
    },
    flags: {
      dot: { kind: 'boolean', default: false, brief: 'print it for Graphviz', withNegated: false },
      mermaid: { kind: 'boolean', default: false, brief: 'print it for Mermaid, as in Markdown', withNegated: false },
      ...documentFlags,
      ...connectionFlags,
    },
    aliases: documentAliases,
  },
  docs: { brief: briefs.graph },
});
