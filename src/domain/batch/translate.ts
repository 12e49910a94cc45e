import type { Json, Node, Topology } from '../../tosca/topology.ts';
import { isUnknown } from '../deployers/capability-values.ts';
import { closingRequirements } from '../deployers/peers.ts';
import { secretsIn } from '../deployers/written-secrets.ts';
import type { BatchOffer } from '../providers/batch-offer.ts';
import { isJob, type jobTypes } from '../resources/job-types.ts';
import type { BatchBlueprint, JobBlueprint } from './blueprint.ts';
import { chronosJob, chronosUses, hostUses } from './chronos.ts';
import { jobBlueprint } from './job-blueprint.ts';
import { limitReasons } from './limits.ts';
import { outputReasons } from './outputs.ts';
import { ownJob, ownUses } from './own-job.ts';
import { qcgJob, qcgUses } from './qcg.ts';
import type { JobReader } from './requested-job.ts';
import { type Used, unusedOf, unusedPolicies } from './unused.ts';

export type Translation =
  | { readonly ok: true; readonly blueprint: BatchBlueprint; readonly warnings: readonly string[] }
  /** each reason names its node and the node's type */
  | { readonly ok: false; readonly reasons: readonly string[] };

type JobTopology = Pick<Topology, 'nodes' | 'inputs' | 'outputs' | 'policies' | 'secrets'>;

/** Most jobs of one deployment: as many as Batch describes in a call. An array counts as one. */
const mostJobs = 100;

interface Reader {
  readonly read: JobReader;
  readonly uses: Used;
}

const readers: { readonly [type: string]: Reader } = {
  'toscanini.nodes.Job': { read: ownJob, uses: ownUses },
  'tosca.nodes.indigo.Container.Application.Docker.Chronos': { read: chronosJob, uses: chronosUses },
  'tosca.nodes.indigo.Batch.Job': { read: qcgJob, uses: qcgUses },
} satisfies { readonly [Type in (typeof jobTypes)[number]]: Reader };

/** What a topology becomes at AWS Batch, or every reason why it cannot. The same topology gives the same result. */
export const translate = (topology: JobTopology, offer: BatchOffer): Translation => {
  const { nodes, outputs, policies } = topology;
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const jobs = nodes.filter(isJob);
  if (jobs.length === 0) return { ok: false, reasons: ['the template has no job, and this provider runs only jobs'] };
  const judged = jobs.map((node) => ({ node, ...judge(node, byName, offer) }));
  const made = judged.flatMap((one): JobBlueprint[] => (one.made === undefined ? [] : [one.made]));
  const deferred = outputs.flatMap(({ name, value, deferred: later }) => (later ? [{ name, value }] : []));
  const awaitedBy = ({ after }: JobBlueprint) => after.reduce((sum, name) => sum + (byName.get(name)?.count ?? 0), 0);
  const limits = (one: JobBlueprint) => limitReasons(one, { awaited: awaitedBy(one), outputs: deferred });
  const reasons = [
    ...tooMany(jobs),
    ...judged.flatMap(({ node, reasons: why }) => why.map((each) => about(node, each))),
    ...judged.flatMap(({ node, made: one }) => (one ? limits(one).map((each) => about(node, each)) : [])),
    ...nodes.flatMap((node) => strange(node, jobs).map((why) => about(node, why))),
    ...waitingForEachOther(nodes),
    ...outputReasons(topology, new Set(jobs.map(({ name }) => name))),
    ...secretsIn(topology, made, 'the job, where all may read it').map((why) => `${why}: ${instead}`),
  ];
  if (reasons.length > 0) return { ok: false, reasons: [...new Set(reasons)] };
  return {
    ok: true,
    blueprint: { jobs: made, outputs: deferred },
    warnings: [
      ...judged.flatMap(({ node, warnings }) => warnings.map((each) => about(node, each))),
      ...nodes.flatMap((node) => unused(node).map((each) => about(node, each))),
      ...unusedPolicies(policies),
    ],
  };
};

const instead = 'put it into Secrets Manager or Parameter Store, and name its ARN in the property secrets';

const judge = (node: Node, byName: ReadonlyMap<string, Node>, offer: BatchOffer) => {
  const reader = readerOf(node);
  if (reader === undefined) return { reasons: ['has a type of job that this deployer does not know'], warnings: [] };
  const unknown = unknownValues(node.properties);
  if (unknown.length > 0) {
    return {
      reasons: unknown.map((name) => `takes ${name} from an attribute, which is known only after the deployment`),
      warnings: [],
    };
  }
  return jobBlueprint(node, reader.read(node, byName), offer);
};

const readerOf = ({ types }: Node): Reader | undefined =>
  types.map((type) => readers[type]).find((found) => found !== undefined);

const unused = (node: Node): readonly string[] => unusedOf(node, readerOf(node)?.uses ?? hostUses);

const unknownValues = (properties: { readonly [name: string]: Json }): readonly string[] =>
  Object.entries(properties).flatMap(([name, value]) => (isUnknown(value) ? [name] : []));

const about = ({ name, type }: Node, why: string): string => `node ${name} (${type}) ${why}`;

const tooMany = (jobs: readonly Node[]): readonly string[] => {
  const all = jobs.reduce((sum, { count }) => sum + count, 0);
  return all <= mostJobs ? [] : [`the template has ${all} jobs, and one deployment may have ${mostJobs}: use an array`];
};

/** Batch takes the id of a job that is there: of two that wait for each other, one would not wait. */
const waitingForEachOther = (nodes: readonly Node[]): readonly string[] =>
  closingRequirements(nodes).flatMap(({ node, target }) =>
    node !== target && isJob(node) && isJob(target)
      ? [
          about(
            node,
            `waits for ${target.name}, which waits for ${node.name}, and AWS Batch starts a job only after those it waits for: leave one of these requirements out`,
          ),
        ]
      : [],
  );

/** What stands beside jobs only describes where they run. */
const strange = (node: Node, jobs: readonly Node[]): readonly string[] => {
  if (jobs.length === 0 || isJob(node)) return [];
  if (node.types.some((type) => /\.Container\.Runtime(\.|$)/.test(type))) return [];
  return ['is no job, and this provider runs only jobs'];
};
