import type { Json, Node, Operation, Topology } from '../../../tosca/topology.ts';
import { isUnknown } from '../../deployers/capability-values.ts';
import { asksKey } from '../../deployers/requested-logins.ts';
import type { Blueprint } from '../blueprint/blueprint.ts';
import { hostOf, isSoftware, notInstalled } from '../machines/software-hosts.ts';
import { faultsOf } from '../software/operation-scripts.ts';
import { type SecretValues, tooLong, tooLongMessage } from '../software/secret-inputs.ts';
import type { Software, Step } from '../software/software.ts';
import { valueReader } from '../values/expressions.ts';
import { readable, type Site, type Sources, UnreadableError } from './operation-inputs.ts';
import { inOrder, leftOut, type Planned, stoppingOrder } from './operation-order.ts';

/** What runs on the machines, and why something cannot. */
export interface SoftwarePlan {
  readonly software: Software;
  /** what secret inputs are: in no part of the stack */
  readonly secrets: SecretValues;
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
  const requests = { outputs: new Map<string, Set<string>>(), attributes: new Map<string, Json>() };
  const world = { ...sources, requests, secretInputs: secretInputsOf(topology) };
  const software = nodes.filter((node) => isSoftware(node, byName));
  const outputs = topology.outputs
    .filter(({ value, deferred }) => deferred && isWorkedOutHere(value))
    .map(({ name, value }) => ({ name, ...readValue(value, undefined, world) }));
  const read = (one: Planned) => stepOf(one, world);
  const [steps, ending] = [inOrder(nodes, byName).map(read), stoppingOrder(nodes).map(read)];
  const all = [...steps, ...ending];
  const finished = (one: Pick<Read, 'step'>): Step => ({
    ...one.step,
    outputs: [...(requests.outputs.get(one.step.key) ?? [])],
  });
  const hosts = new Set(all.map(({ step }) => step.host));
  const further = furtherHosts(nodes, byName).filter((name) => !hosts.has(name));
  return {
    software: {
      steps: steps.map(finished),
      ending: ending.map(finished),
      outputs: outputs.map(({ name, value = null }) => ({ name, value })),
      ...(further.length > 0 && { further }),
    },
    secrets: Object.fromEntries(
      all.flatMap(({ step: { key }, secrets }) => (Object.keys(secrets).length === 0 ? [] : [[key, secrets]])),
    ),
    hosts,
    attributes: [...requests.attributes].map(([name, call]) => ({
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
      ...all
        .filter(givesBoth(requests.outputs))
        .map(({ planned }) => about(planned, `gives outputs and takes secrets: ${shown}`)),
      ...all.flatMap(({ planned, step }) =>
        faultsOf(planned.operation, finished({ step }).outputs).map((why) => about(planned, why)),
      ),
    ],
    warnings: nodes.flatMap((node) =>
      leftOut(node).map((one) => ({
        node,
        why: `has the operation ${one.interface}.${one.name}, which ${whenRun(node, one, byName)}`,
      })),
    ),
  };
};

const whenRun = (node: Node, operation: Operation, byName: Sources['byName']): string =>
  hostOf(node, byName) !== undefined && faultsOf(operation, []).length === 0 ? 'is run only when asked' : 'is not run';

/** Machines on which nothing runs unless somebody asks for it (docs/decisions/0092). */
const furtherHosts = (nodes: readonly Node[], byName: Sources['byName']): readonly string[] => {
  const hosts = nodes.flatMap((node) =>
    leftOut(node).some((one) => faultsOf(one, []).length === 0) ? (hostOf(node, byName) ?? []) : [],
  );
  return [...new Set(hosts.map(({ name }) => name))];
};

/** An operation that gets a secret may give it on. */
const givesBoth =
  (outputs: ReadonlyMap<string, unknown>) =>
  ({ step: { key, secrets = [] } }: Read): boolean =>
    secrets.length > 0 && outputs.has(key);

export const about = ({ node, target, operation }: Planned, why: string) => {
  const of = target === undefined ? '' : ` of its relationship to ${target.name}`;
  return { node, why: `has the operation ${operation.interface}.${operation.name}${of}, which ${why}` };
};

interface Read {
  readonly planned: Planned;
  /** values of secret inputs */
  readonly secrets: { readonly [input: string]: Json };
  readonly step: Step;
  readonly faults: readonly string[];
}

type World = Parameters<typeof readable>[2] & { readonly secretInputs: ReadonlyMap<string, ReadonlySet<string>> };

export const stepOf = (planned: Planned, world: World): Read => {
  const { key, node, target, operation, at, after } = planned;
  const site: Site = { node, target };
  const host = hostOf(at, world.byName);
  const values = Object.entries(operation.inputs).map(([name, value]) => ({ name, ...readValue(value, site, world) }));
  const secretNames = world.secretInputs.get(key);
  const isSecret = ({ name }: { readonly name: string }): boolean => secretNames?.has(name) === true;
  const plain = values.filter((one) => !isSecret(one));
  const secret = values.filter(isSecret);
  return {
    planned,
    secrets: valuesByName(secret),
    step: {
      key,
      node: node.name,
      ...(target && { target: target.name }),
      operation: operation.name,
      host: host?.name ?? '',
      script: operation.script,
      inputs: valuesByName(plain),
      ...(secret.length > 0 && { secrets: secret.map(({ name }) => name) }),
      outputs: [],
      after,
    },
    faults: [
      ...(host === undefined ? ['has no machine to run on: its node is hosted on no Compute'] : []),
      ...values.flatMap(({ name, why }) => (why === undefined ? [] : [`takes its input ${name} from ${why}`])),
      ...secret.flatMap(({ name, value = null }) => {
        if (needsOperations(value)) return [`takes its secret input ${name} from an output of an operation: ${shown}`];
        return tooLong({ revision: '', value }) ? [`has the secret input ${name}, which ${tooLongMessage}`] : [];
      }),
    ],
  };
};

const valuesByName = (values: readonly { readonly name: string; readonly value?: Json }[]) =>
  Object.fromEntries(values.map(({ name, value = null }) => [name, value]));

/** Why what an operation prints is no secret. */
const shown = 'everybody who may see commands of Systems Manager could read what an operation gives';

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

/** Names of the secret inputs of each step: as a whole, even where only a part of one is a secret. */
export const secretInputsOf = ({ nodes, secrets }: Given): ReadonlyMap<string, ReadonlySet<string>> => {
  const all = secrets.flatMap(({ at: [where, index, ...path] }) => {
    const node = where === 'nodes' ? nodes[Number(index)] : undefined;
    const place = path[0] === 'requirements' ? Number(path[1]) : undefined;
    const [section, operation = '', , input = ''] = place === undefined ? path : path.slice(2);
    if (node === undefined || section !== 'operations') return [];
    const target = place === undefined ? '' : ` ${place} to ${node.requirements[place]?.node}`;
    return [{ key: `${node.name}${target} ${operation}`, input }];
  });
  const byKey = Map.groupBy(all, ({ key }) => key);
  return new Map([...byKey].map(([key, own]) => [key, new Set(own.map(({ input }) => input))]));
};
