import { buildCommand } from '@stricli/core';
import { collected, type Resource } from '../../client/index.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument } from '../deployment-id.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument } from '../document.ts';
import { connectionFlags } from '../flags.ts';
import { markOf, phaseOf, type State, sumOf } from '../progress/states.ts';
import { painter } from '../screen/paint.ts';
import { table } from '../screen/table.ts';

/** A node of a template that is a job, as the provider told it: docs/cli.md, "JSON". */
interface Job {
  readonly uuid: string;
  readonly node: string;
  readonly state: State;
  readonly since: string | undefined;
  /** at the provider */
  readonly id: string | undefined;
  /** what the provider says of it */
  readonly facts: { readonly [fact: string]: unknown };
  readonly reason: string | undefined;
}

async function jobs(this: CliContext, flags: ConnectionFlags & DocumentFlags, given: string): Promise<void> {
  const client = await connect(this, flags);
  const id = await deploymentId(client, given);
  const [read, resources] = await Promise.all([client.view(id), collected(client.resources(id))]);
  const { nodes = [], resources: states = [] } = read === 'unchanged' ? {} : read.view;
  const isJob = new Set(nodes.flatMap(({ kind, name }) => (kind === 'job' ? [name] : [])));
  const found = resources
    .filter(({ toscaNodeName }) => isJob.has(toscaNodeName))
    .map((resource) =>
      jobOf(
        resource,
        states.find((each) => each.id === resource.uuid),
      ),
    );
  await printDocument(this, flags, {
    document: found,
    names: found.map(({ node }) => node),
    text: () => lines(this, found),
    cutLines: true,
  });
}

type Seen = { readonly since?: string | undefined; readonly reason?: string | undefined } | undefined;

const jobOf = ({ uuid, toscaNodeName, state, physicalId, metadata }: Resource, seen: Seen): Job => ({
  ...{ uuid, node: toscaNodeName, state, since: seen?.since, id: physicalId },
  facts: metadata['Job'] === undefined ? {} : JSON.parse(metadata['Job']),
  reason: seen?.reason,
});

const lines = ({ screen }: CliContext, found: readonly Job[]): readonly string[] => {
  if (found.length === 0) return ['this deployment has no jobs'];
  const paint = painter(screen);
  const row = ({ node, state, since = '', id = '', facts, reason = '' }: Job) => [
    `${markOf(phaseOf(state), paint)} ${node}`,
    sumOf([state]),
    since,
    `${facts['exitCode'] ?? ''}`,
    id,
    reason.split('\n', 1).join(),
  ];
  const head = ['  NODE', 'STATE', 'SINCE', 'EXIT', 'JOB', ''].map((text) => paint('dim', text));
  return table([head, ...found.map(row)]);
};

export const jobsCommand = buildCommand<ConnectionFlags & DocumentFlags, [string], CliContext>({
  func: jobs,
  parameters: {
    positional: { kind: 'tuple', parameters: [idArgument] },
    flags: { ...documentFlags, ...connectionFlags },
    aliases: documentAliases,
  },
  docs: { brief: 'List the jobs of a deployment, and how each has ended' },
});
