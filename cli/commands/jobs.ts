import { collected, type DeploymentView, type Resource } from '../../client/index.ts';
import { briefs } from '../briefs.ts';
import { buildCommand } from '../command.ts';
import { type ConnectionFlags, connect } from '../connection/connect.ts';
import type { CliContext } from '../context.ts';
import { deploymentId, idArgument } from '../deployment-id.ts';
import { type DocumentFlags, documentAliases, documentFlags, printDocument } from '../document.ts';
import { connectionFlags } from '../flags.ts';
import { markOf, type Phase, phaseOf, type State, sumOf } from '../progress/states.ts';
import { notedTable } from '../screen/noted.ts';
import { painter } from '../screen/paint.ts';

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
  if (read === 'unchanged') throw new Error('a view without an ETag is never unchanged');
  const isJob = new Set((read.view.nodes ?? []).flatMap(({ kind, name }) => (kind === 'job' ? [name] : [])));
  const found = resources
    .filter(({ toscaNodeName }) => isJob.has(toscaNodeName))
    .map((resource) => jobOf(resource, read.view));
  await printDocument(this, flags, {
    document: found,
    names: found.map(({ node }) => node),
    text: (columns) => lines(this, found, columns),
    cutLines: true,
  });
}

/** Where the provider said nothing of a job, the deployment's cause says why it failed. */
const jobOf = (
  { uuid, toscaNodeName, state, physicalId, metadata }: Resource,
  { resources, cause }: DeploymentView,
): Job => {
  const seen = resources.find(({ id }) => id === uuid);
  return {
    ...{ uuid, node: toscaNodeName, state, since: seen?.since, id: physicalId },
    facts: metadata['Job'] === undefined ? {} : JSON.parse(metadata['Job']),
    reason: seen?.reason ?? (state === 'ERROR' ? cause.at(-1)?.cause : undefined),
  };
};

/** By the status that AWS Batch has for a job; before it has one, by the state of the resource. */
const phases: { readonly [status: string]: Phase } = {
  SUBMITTED: 'waiting',
  PENDING: 'waiting',
  RUNNABLE: 'waiting',
  STARTING: 'working',
  RUNNING: 'working',
  SUCCEEDED: 'done',
  FAILED: 'failed',
};

const lines = ({ screen }: CliContext, found: readonly Job[], columns?: number): readonly string[] => {
  if (found.length === 0) return ['this deployment has no jobs'];
  const paint = painter(screen);
  const row = ({ node, state, since = '', id = '', facts, reason }: Job) => {
    const { operation = '', exit_code: exit = '', queue = '', errors = reason ?? '' } = facts;
    const cells = [
      `${markOf(phases[`${operation}`] ?? phaseOf(state), paint)} ${node}`,
      operation === '' ? sumOf([state], 'job') : `${operation}`.toLowerCase(),
      `${exit}`,
      since.slice(0, 19).replace('T', ' '),
      `${queue}`,
      id,
    ];
    return { cells, note: `${errors}`.split('\n', 1).join() };
  };
  const titles = ['  NODE', 'STATE', 'EXIT', 'SINCE (UTC)', 'QUEUE', 'JOB'];
  return notedTable(titles, found.map(row), paint, { columns, whole: [1, 3], spare: [4, 5] });
};

export const jobsCommand = buildCommand<ConnectionFlags & DocumentFlags, [string], CliContext>({
  func: jobs,
  parameters: {
    positional: { kind: 'tuple', parameters: [idArgument] },
    flags: { ...documentFlags, ...connectionFlags },
    aliases: documentAliases,
  },
  docs: { brief: briefs.jobs },
});
