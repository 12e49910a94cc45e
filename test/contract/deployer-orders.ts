/** What the checks of the contract order and look at. */

import { expect } from 'vitest';
import type { VirtualMachine } from '../../src/domain/deployers/machines.ts';
import type { Submission } from '../../src/domain/deployers/planner.ts';
import type { Verdict } from '../../src/domain/deployers/policy.ts';
import { updateOrder } from '../../src/domain/deployments/updating/update-order.ts';
import { processTemplate } from '../../src/tosca/process.ts';
import type { Bench } from './deployer-benches.ts';

export const name = 'toscanini-0198-contract-1';

const compute = (cpus: number, count: number): string => `
      type: tosca.nodes.Compute
      capabilities:
        host: {properties: {num_cpus: ${cpus}, mem_size: 2 GB}}
        os: {properties: {type: linux, distribution: ubuntu, version: 22.04}}
        scalable: {properties: {min_instances: 1, max_instances: 5, default_instances: ${count}}}`;

export interface Wish {
  readonly cpus?: number;
  readonly workers?: number;
}

const job = (cpus: number): string => `
      type: toscanini.nodes.Job
      properties: {image: busybox, command: 'echo this is the output', num_cpus: ${cpus}, mem_size: 2 GB}`;

/** A front, and some workers; undefined: the template has no such node. */
const templateOf = (
  { cpus = 2, workers }: Wish,
  runsJobs = false,
): string => `tosca_definitions_version: tosca_simple_yaml_1_0
${runsJobs ? 'imports: [toscanini-types.yaml]' : ''}
topology_template:
  inputs:
    greeting: {type: string, default: hello}
  node_templates:
    front:${runsJobs ? job(cpus) : compute(cpus, 1)}
${workers === undefined ? '' : `    worker:${runsJobs ? job(2) : compute(2, workers)}`}
  outputs:
    greeting: {value: {get_input: greeting}}
`;

/** The ids of resources are made up from their nodes. */
const wanted = ({ workers = 0 }: Wish) => [
  { resourceId: 'front-0', node: 'front' },
  ...Array.from({ length: workers }, (_, index) => ({ resourceId: `worker-${index}`, node: 'worker' })),
];

export const orderOf = (wish: Wish, runsJobs = false) => ({
  template: templateOf(wish, runsJobs),
  inputs: { greeting: 'hello' },
  name,
  edits: [],
  machines: wanted(wish),
});

const noImports = {
  read: async (address: string): Promise<string> => {
    throw new Error(`${address} is not to be read`);
  },
};

export const on = (bench: Bench) => {
  const ordered = async (wish: Wish = {}) => {
    const order = orderOf(wish, bench.runsJobs);
    return { ...order, blueprint: await bench.blueprintOf?.(order.template) };
  };
  const plan = async (wish: Wish = {}, more: { readonly name?: string } = {}): Promise<Submission> =>
    bench.planner.plan({ ...(await ordered(wish)), ...more });
  const create = async (wish: Wish = {}): Promise<string> => bench.deployer.create(await plan(wish));

  const planUpdate = async (wish: Wish, dropped: readonly string[] = []): Promise<Submission> => {
    const order = await ordered(wish);
    const processed = await processTemplate(order.template, { inputs: order.inputs, imports: noImports });
    if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
    const asked = updateOrder(noImports, { ...order, nodes: processed.topology.nodes, changed: [], resources: [] });
    const gone = dropped.map((node) => ({ node, type: 'tosca.nodes.Compute' }));
    return bench.planner.plan({ ...order, edits: await bench.planner.updateEdits({ ...asked, dropped: gone }) });
  };

  const machinesOf = async (id: string): Promise<readonly VirtualMachine[]> =>
    bench.deployer.virtualMachines(id, Object.keys((await bench.deployer.status(id)).vms));

  const verdict = async (id: string, launchTimeIsUp = false): Promise<Verdict> => {
    const { policy } = bench.deployer;
    const settled = policy.hasEverything(await bench.deployer.outputs(id), await machinesOf(id));
    return policy.judge(await bench.deployer.status(id), { launchTimeIsUp, settled });
  };

  /** Looks until there is a final verdict, for at most ten minutes. */
  const ended = async (id: string): Promise<Verdict> => {
    for (let look = 0; look < 60; look += 1) {
      const seen = await verdict(id);
      if (seen.is !== 'waiting') return seen;
      bench.pass(10);
      await bench.idle?.();
    }
    throw new Error('nothing came of it within ten minutes');
  };

  const ready = async (wish: Wish = {}): Promise<string> => {
    const id = await create(wish);
    expect(await ended(id)).toEqual({ is: 'ready' });
    return id;
  };

  const gone = async (id: string): Promise<void> => {
    for (let look = 0; look < 60; look += 1) {
      const seen = await bench.deployer.status(id).catch((error: Error) => error);
      if (seen instanceof Error) {
        expect(seen.name).toBe('NotFoundError');
        return;
      }
      bench.pass(5);
      await bench.idle?.();
    }
    throw new Error('it is not gone after five minutes');
  };

  /** A cloud may refuse at once, or only when it is asked again after it has failed. */
  const refusal = async (id: string): Promise<unknown> => {
    for (let look = 0; look < 30; look += 1) {
      const said = await bench.deployer.destroy(id, { wait: true }).catch((error: unknown) => error);
      if (said !== undefined) return said;
      bench.pass(10);
    }
    return undefined;
  };

  return { plan, create, planUpdate, machinesOf, verdict, ended, ready, gone, refusal };
};
