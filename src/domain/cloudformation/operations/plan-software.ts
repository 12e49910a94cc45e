import type { Json, Node, Topology } from '../../../tosca/topology.ts';
import { isUnknown } from '../../deployers/asked.ts';
import { asksKey } from '../../deployers/asked-logins.ts';
import type { Blueprint } from '../blueprint/blueprint.ts';
import { hostOf, isSoftware, notInstalled } from '../machines/software-hosts.ts';
import { faultsOf } from '../software/operation-scripts.ts';
import type { Software, Step } from '../software/software.ts';
import { valueReader } from '../values/expressions.ts';
import { readable, type Site, type Sources, UnreadableError } from './operation-inputs.ts';
import { inOrder, leftOut, type Planned, stoppingOrder } from './operation-order.ts';

/** What runs on the machines, and why something cannot. */
export interface SoftwarePlan {
  readonly software: Software;
  /** names of nodes on whose machines something runs */
  readonly hosts: ReadonlySet<string>;
  /** attributes of nodes without machines that are needed: the stack tells them, and no user sees them */
  readonly attributes: Blueprint['outputs'];
  readonly outputReasons: readonly string[];
  readonly reasons: readonly { readonly node: Node; readonly why: string }[];
  readonly warnings: readonly { readonly node: Node; readonly why: string }[];
}

type Given = Pick<Topology, 'nodes' | 'outputs' | 'secrets'>;

/** What has to run on the machines of a topology, in its order. */
export const planSoftware = (topology: Given, sources: Sources): SoftwarePlan => {
  const { nodes } = topology;
  const { byName } = sources;
  const asked = { outputs: new Map<string, Set<string>>(), attributes: new Map<string, Json>() };
  const world = { ...sources, asked };
  const software = nodes.filter((node) => isSoftware(node, byName));
  const outputs = topology.outputs
    .filter(({ value, deferred }) => deferred && isWorkedOutHere(value))
    .map(({ name, value }) => ({ name, ...readValue(value, undefined, world) }));
  const read = (one: Planned) => stepOf(one, world);
  const [steps, ending] = [inOrder(nodes, byName).map(read), stoppingOrder(nodes).map(read)];
  const all = [...steps, ...ending];
  const finished = (one: Read): Step => ({ ...one.step, outputs: [...(asked.outputs.get(one.step.key) ?? [])] });
  return {
    software: {
      steps: steps.map(finished),
      ending: ending.map(finished),
      outputs: outputs.map(({ name, value = null }) => ({ name, value })),
    },
    hosts: new Set(all.map(({ step }) => step.host)),
    attributes: [...asked.attributes].map(([name, call]) => ({
      name,
      hidden: true,
      value: valueReader(sources)(call),
    })),
    outputReasons: outputs.flatMap(({ name, why }) => (why === undefined ? [] : [`output ${name} needs ${why}`])),
    reasons: [
      ...software.flatMap((node) => {
        const why = notInstalled(node);
        return why === undefined ? [] : [{ node, why }];
      }),
      ...all.flatMap(({ planned, faults }) => faults.map((why) => about(planned, why))),
      ...all.flatMap(({ planned, step }) =>
        faultsOf(planned.operation, finished({ planned, step, faults: [] }).outputs).map((why) => about(planned, why)),
      ),
      ...secretsGiven(topology),
    ],
    warnings: nodes.flatMap((node) =>
      leftOut(node).map((one) => ({ node, why: `has the operation ${one}, which is not run` })),
    ),
  };
};

const about = ({ node, target, operation }: Planned, why: string) => {
  const of = target === undefined ? '' : ` of its relationship to ${target.name}`;
  return { node, why: `has the operation ${operation.interface}.${operation.name}${of}, which ${why}` };
};

interface Read {
  readonly planned: Planned;
  readonly step: Step;
  readonly faults: readonly string[];
}

const stepOf = (planned: Planned, world: Parameters<typeof readable>[2]): Read => {
  const { key, node, target, operation, at, after } = planned;
  const site: Site = { node, target };
  const host = hostOf(at, world.byName);
  const values = Object.entries(operation.inputs).map(([name, value]) => ({ name, ...readValue(value, site, world) }));
  const inputs = Object.fromEntries(values.map(({ name, value }) => [name, value ?? null]));
  return {
    planned,
    step: {
      key,
      node: node.name,
      ...(target && { target: target.name }),
      operation: operation.name,
      host: host?.name ?? '',
      script: operation.script,
      inputs,
      outputs: [],
      after,
    },
    faults: [
      ...(host === undefined ? ['has no machine to run on: its node is hosted on no Compute'] : []),
      ...values.flatMap(({ name, why }) => (why === undefined ? [] : [`takes its input ${name} from ${why}`])),
    ],
  };
};

const readValue = (
  value: Json,
  site: Site | undefined,
  world: Parameters<typeof readable>[2],
): { value?: Json; why?: string } => {
  try {
    return { value: readable(value, site, world) };
  } catch (error) {
    if (error instanceof UnreadableError) return { why: error.message };
    throw error;
  }
};

/** Whether the stack cannot give an output: it needs an operation, or holds a private key. */
export const isWorkedOutHere = (value: Json): boolean => needsOperations(value) || asksKey(value);

const needsOperations = (value: Json): boolean =>
  isUnknown(value) && JSON.stringify(value).includes('"get_operation_output"');

/** Commands are shown to everybody who may see the machines, so no secret may be in one. */
const secretsGiven = ({ nodes, secrets }: Given) =>
  secrets.flatMap(({ at: [where, index, ...path] }) => {
    const node = where === 'nodes' ? nodes[Number(index)] : undefined;
    const inside = path[0] === 'requirements' ? path.slice(2) : path;
    const [section, operation, , input] = inside;
    if (node === undefined || section !== 'operations') return [];
    return [
      {
        node,
        why: `gives the secret ${input} to its operation ${operation}, and everybody who may see commands of Systems Manager could read it`,
      },
    ];
  });
