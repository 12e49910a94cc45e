import { entryOf } from '../../foundation/entry-of.ts';
import type { Change, Replace } from '../changes/change.ts';
import { differences } from '../changes/differences.ts';
import { type Found, gathered, type Place } from '../changes/found.ts';
import type { RequestedNode, RequestedNodes } from '../changes/requested.ts';
import type { ClassifiedChanges, UpdateComparison } from '../changes/update-rules.ts';
import { bytesOf } from '../deployers/asked.ts';
import type { Resource } from '../resources/resource.ts';
import { isBucket } from './services/buckets.ts';

/**
 * What an update of a stack does to nodes that exist. CloudFormation changes by itself whatever it can change, so
 * nothing is altered machine by machine; a machine that would be replaced is replaced only where the request says so.
 */
export const classifyStackChanges = ({
  after,
  kept,
  removed,
  basesOf,
  inForce,
  replace,
}: UpdateComparison): ClassifiedChanges => {
  const found = gathered(kept, basesOf, ({ toscaNodeName: node }, before) => {
    const [old, wanted] = [entryOf(before, node), entryOf(after, node)];
    if (old === undefined || wanted === undefined) return [];
    const values = differences(
      { ...old.values, type: old.type, count: old.count },
      {
        ...wanted.values,
        type: wanted.type,
        count: wanted.count,
        ...(wanted.key && !old.key && { [keyPath]: 'a private key' }),
      },
    );
    return values.map((difference) => ({ node, difference }));
  });
  const judged = found.map((one) => judge(one, { after, kept, inForce, replace }));
  const lost = lostData({ after, removed, inForce, replace });
  return {
    changes: [...judged.map(({ change }) => change), ...lost].toSorted(byPlace),
    replaced: new Set(judged.flatMap(({ replaced }) => replaced)),
    altered: new Set(),
  };
};

/** A machine gets a key only when it is made; one that an update asks for no more stays. */
const keyPath = 'attributes.endpoint.credential';

const byPlace = (a: Change, b: Change): number => compare(a.node, b.node) || compare(a.property, b.property);
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

interface Judged {
  readonly change: Change;
  /** ids of the resources whose machines are replaced */
  readonly replaced: readonly string[];
}

interface Asked extends Pick<UpdateComparison, 'after' | 'kept' | 'inForce' | 'replace'> {}

const judge = ({ node, difference }: Found, { after, kept, inForce, replace }: Asked): Judged => {
  const { path, ...values } = difference;
  const place = { node, property: path, ...values };
  const way = wayAt(after, kept, { node, difference });
  if (typeof way !== 'string') return { change: { ...place, how: 'refused', why: way.why }, replaced: [] };
  if (way !== 'replaced') return { change: { ...place, how: way }, replaced: [] };
  const standing = isDatabaseOf(after, kept, node)
    ? kept.filter(({ toscaNodeName }) => toscaNodeName === node)
    : machinesAt(after, kept, node);
  if (standing.length === 0) return { change: { ...place, how: 'made' }, replaced: [] };
  const machines = [...new Set(standing.map(({ toscaNodeName }) => toscaNodeName))];
  const volumes = volumesAt(inForce, machines);
  const names = [...machines, ...volumes];
  const isAllowed = names.every((name) => allows(replace, name));
  if (isAllowed) return { change: { ...place, how: 'replaced' }, replaced: standing.map(({ id }) => id) };
  const what = isDatabaseOf(after, kept, node) ? 'database' : 'machine';
  const goes =
    volumes.length === 0
      ? `the ${what} is removed with all its data`
      : `the ${what} and what is attached to it (${volumes.join(', ')}) are removed with all their data`;
  const why = `it cannot be changed on an existing ${what}; with "replace": ${JSON.stringify(names)} in the request ${goes} and created again`;
  return { change: { ...place, how: 'refused', why }, replaced: [] };
};

/** Each machine has volumes of its own, which go with it: the next one gets new ones. */
const volumesAt = (inForce: RequestedNodes, machines: readonly string[]): readonly string[] =>
  Object.entries(inForce).flatMap(([node, asked]) =>
    isOwnVolume(inForce, node) && asked.machines.some((name) => machines.includes(name)) ? [node] : [],
  );

const allows = (replace: Replace, node: string): boolean =>
  typeof replace === 'boolean' ? replace : replace.includes(node);

const machinesAt = (after: RequestedNodes, kept: readonly Resource[], node: string): readonly Resource[] => {
  const machines = new Set(entryOf(after, node)?.machines ?? []);
  return kept.filter(({ toscaNodeName, physicalId }) => machines.has(toscaNodeName) && physicalId !== undefined);
};

/** One of RDS: no machine of the template hosts it. */
const isDatabaseOf = (asked: RequestedNodes, resources: readonly Resource[], node: string): boolean =>
  entryOf(asked, node)?.machines.length === 0 &&
  resources.some(({ toscaNodeName, toscaTypes }) => toscaNodeName === node && toscaTypes.includes(database));

const database = 'tosca.nodes.Database';

interface Leaving extends Pick<UpdateComparison, 'after' | 'removed' | 'inForce' | 'replace'> {}

/** What holds data and goes, since the new template leaves it out or leaves out the machine that it belongs to. */
const lostData = (asked: Leaving): readonly Change[] => {
  const { after, removed, inForce, replace } = asked;
  const gone = new Map(removed.map((resource) => [resource.toscaNodeName, resource]));
  const left = [...gone].flatMap(([node, { toscaNodeType: old }]): readonly Change[] => {
    const what = holderOf(asked, node);
    if (entryOf(after, node) !== undefined || what === undefined || allows(replace, node)) return [];
    const why = `the new template leaves the ${what} out; with "replace": ["${node}"] in the request ${goesAs(what)}`;
    return [{ node, property: 'type', old, how: 'refused', why }];
  });
  const machines = [...gone.keys()].filter((node) => entryOf(after, node) === undefined);
  const orphaned = volumesAt(inForce, machines).filter(
    (node) => entryOf(after, node) !== undefined && !allows(replace, node),
  );
  const why = (node: string): string =>
    `the new template leaves out a machine that it is attached to (${machines.join(', ')}); with "replace": ["${node}"] in the request ${goesAs('volume')}`;
  return [...left, ...orphaned.map((node): Change => ({ node, property: 'machine', how: 'refused', why: why(node) }))];
};

type Holder = 'database' | 'volume' | 'bucket';

const holderOf = ({ inForce, removed }: Leaving, node: string): Holder | undefined => {
  if (isDatabaseOf(inForce, removed, node)) return 'database';
  if (isOwnVolume(inForce, node)) return 'volume';
  return removed.some((one) => one.toscaNodeName === node && isBucket({ types: one.toscaTypes }))
    ? 'bucket'
    : undefined;
};

/** AWS deletes no bucket that holds objects. */
const goesAs = (what: Holder): string =>
  what === 'bucket'
    ? 'it is removed if it is empty, and otherwise stays in the account and belongs to no deployment any more'
    : 'it is removed with all its data';

/** A volume that the template only names is not removed. */
const isOwnVolume = (inForce: RequestedNodes, node: string): boolean => {
  const known = entryOf(inForce, node);
  return known?.kind === 'volume' && known.values['properties.volume_id'] === undefined;
};

/** Paths that CloudFormation changes on what exists, by kind of node; everything else of a machine replaces it. */
const inPlace: { readonly [kind: string]: RegExp } = {
  compute:
    /^(type$|requirements\.|properties\.(tags|instance_name)|capabilities\.host\.properties\.(?!disk_size|preemtible_instance)|capabilities\.endpoint\.properties\.(port|ports|protocol)|capabilities\.(?!host\.|os\.|endpoint\.))/,
  volume: /^(type$|requirements\.|properties\.(type|size|name|on_deletion)$)/,
  port: /^(type$|properties\.is_default)/,
  network: /^type$/,
};

/** What makes a new database of the old one. */
const replacesDatabase =
  /^(type$|properties\.(name|user|port|engine)$|capabilities\.database_endpoint\.properties\.port$)/;

type Decided = 'scaled' | 'altered' | 'replaced' | { readonly why: string };

const wayAt = (after: RequestedNodes, kept: readonly Resource[], { node, difference }: Place): Decided => {
  const asked = entryOf(after, node);
  if (asked === undefined) return 'altered';
  if (!isDatabaseOf(after, kept, node)) return wayOf(asked, difference);
  const { path, old, new: wanted } = difference;
  if (path === 'properties.storage' && (bytesOf(wanted) ?? 0) < (bytesOf(old) ?? 0)) {
    return { why: 'the storage of a database cannot be made smaller' };
  }
  return replacesDatabase.test(path) ? 'replaced' : 'altered';
};

const wayOf = ({ kind }: RequestedNode, { path, old, new: wanted }: Found['difference']): Decided => {
  if (path === 'count') return 'scaled';
  if (kind === 'volume' && path === 'properties.size' && (bytesOf(wanted) ?? 0) < (bytesOf(old) ?? 0)) {
    return { why: 'a volume cannot be made smaller: give the node another name to get a new one without the data' };
  }
  const changes = inPlace[kind];
  return changes === undefined || changes.test(path) ? 'altered' : 'replaced';
};
