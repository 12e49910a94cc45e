import { type Amounts, type Counter, counters, each, type PlannedUse } from '../quotas/amounts.ts';
import type { PolicyNode, PolicyPlan } from './plan.ts';

/** What quotas count of a plan. */
export const useOf = ({ nodes, cost }: PolicyPlan): PlannedUse => {
  const jobs = nodes.filter(({ kind }) => kind === 'job');
  const running = amountsOf(nodes);
  const ofJobs = amountsOf(jobs);
  const known = cost.hourly === undefined ? running : { ...running, hourly: millionths(cost.most ?? cost.hourly) };
  const unknown = counters.filter((one) =>
    one === 'hourly' ? cost.hourly === undefined : isSize(one) && nodes.some((node) => node[one] === undefined),
  );
  return {
    running: known,
    standing: each((one) => Math.max(0, known[one] - ofJobs[one])),
    starts: sum(jobs, ({ change, count }) => (change === 'kept' ? 0 : count)),
    unknown,
  };
};

const isSize = (one: Counter): one is 'cpus' | 'memory' | 'disk' =>
  one === 'cpus' || one === 'memory' || one === 'disk';

const mostOf = ({ count, most = count }: PolicyNode): number => most;

/** With as many instances as automatic scaling may make: a quota is never exceeded by it. */
const amountsOf = (nodes: readonly PolicyNode[]): Amounts => ({
  machines: sum(nodes, (one) => (one.kind === 'compute' || one.kind === 'container' ? mostOf(one) : 0)),
  cpus: sum(nodes, (one) => Math.ceil((one.cpus ?? 0) * 1000) * mostOf(one)),
  memory: sum(nodes, (one) => Math.ceil(one.memory ?? 0) * mostOf(one)),
  disk: sum(nodes, (one) => Math.ceil((one.disk ?? 0) * 1000) * mostOf(one)),
  jobs: sum(nodes, ({ kind, count }) => (kind === 'job' ? count : 0)),
  hourly: sum(nodes, ({ hourly = 0 }) => millionths(hourly)),
});

/** USD as they are counted. */
const millionths = (usd: number): number => Math.round(usd * 1e6);

const sum = (nodes: readonly PolicyNode[], of: (node: PolicyNode) => number): number =>
  nodes.reduce((so, node) => so + of(node), 0);
