import type { BatchBlueprint, JobBlueprint } from '../../domain/batch/blueprint.ts';
import type { Order, Planner, Submission, Whose } from '../../domain/deployers/planner.ts';
import type { Json } from '../../tosca/topology.ts';
import { parseExactly } from '../../tosca/values/exact-json.ts';

/** One job as it is sent to Batch: its definition, and its place in the queue. */
export interface JobOrder extends JobBlueprint {
  /** unique in the queue: an earlier call's job is found by it */
  readonly jobName: string;
  readonly resourceId: string;
  /** names of the jobs that have to succeed before */
  readonly waitsFor: readonly string[];
}

/** What is sent to Batch. The name of the definitions is that of the infrastructure. */
export interface BatchOrder {
  readonly name: string;
  /** absent: the name is not of a deployment */
  readonly deployment?: string | undefined;
  /** of the deployment, as tags; absent: none */
  readonly labels?: { readonly [name: string]: string } | undefined;
  readonly whose?: Whose | undefined;
  readonly jobs: readonly JobOrder[];
  readonly outputs: readonly { readonly name: string; readonly value: Json }[];
}

/** The template was translated while providers were ranked; here each resource gets its job. */
export const planner = {
  plan: ({ name, blueprint, machines, labels, whose }: Order) => {
    if (blueprint === undefined) {
      throw new Error(`nothing was translated for jobs ${name}: was their provider ranked by an earlier release?`);
    }
    const { jobs, outputs }: BatchBlueprint = parseExactly(blueprint);
    const byNode = Map.groupBy(machines, ({ node }) => node);
    const namesOf = (node: string): readonly string[] =>
      (byNode.get(node) ?? []).map((_, index) => jobName(name, jobs, node, index));
    const order: BatchOrder = {
      name,
      deployment: /^toscanini-(.+)-\d+$/.exec(name)?.[1],
      ...(labels && { labels }),
      ...(whose && { whose }),
      jobs: jobs.flatMap((job) =>
        (byNode.get(job.node) ?? []).map(({ resourceId }, index) => ({
          ...job,
          resourceId,
          jobName: jobName(name, jobs, job.node, index),
          waitsFor: job.after.flatMap(namesOf),
        })),
      ),
      outputs,
    };
    return JSON.stringify(order) as Submission;
  },
  updateEdits: async ({ edits }) => edits,
  runsNothing:
    'jobs of AWS Batch end, and nothing stands on which an operation could run: an update with another value runs a job again',
} satisfies Planner;

/** Batch takes letters, digits, `-` and `_`, at most 128. Two nodes whose names become the same differ by their place. */
const jobName = (name: string, jobs: readonly JobBlueprint[], node: string, index: number): string => {
  const place = jobs.findIndex((job) => job.node === node);
  return `${name}-${place}-${index}-${node.replace(/[^A-Za-z0-9_-]/g, '_')}`.slice(0, 128);
};
