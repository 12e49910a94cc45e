import { entryOf } from '../../foundation/entry-of.ts';
import type { Change, Replace } from '../changes/change.ts';
import type { RequestedNode, RequestedNodes, Values } from '../changes/requested.ts';
import type { UpdateComparison } from '../changes/update-rules.ts';
import { listOf, mapOf, textOf } from '../deployers/capability-values.ts';
import { type DataService, holderOf } from '../resources/aws-types.ts';
import type { Resource } from '../resources/resource.ts';
import { isStateful } from './stateful-types.ts';

export const allows = (replace: Replace, node: string): boolean =>
  typeof replace === 'boolean' ? replace : replace.includes(node);

/** Each machine has volumes of its own, which go with it: the next one gets new ones. */
export const volumesAt = (inForce: RequestedNodes, machines: readonly string[]): readonly string[] =>
  Object.entries(inForce).flatMap(([node, requested]) =>
    isOwnVolume(inForce, node) && requested.machines.some((name) => machines.includes(name)) ? [node] : [],
  );

/** One of RDS: no machine of the template hosts it. */
export const isDatabaseOf = (requested: RequestedNodes, resources: readonly Resource[], node: string): boolean =>
  holderByTypes(requested, resources, node) === 'database';

const holderByTypes = (requested: RequestedNodes, resources: readonly Resource[], node: string): Holder | undefined => {
  const types = resources.find(({ toscaNodeName }) => toscaNodeName === node)?.toscaTypes ?? [];
  return holderOf(types, entryOf(requested, node)?.machines.length === 0);
};

/**
 * What decides about the server of a database and stands at its database system: RDS makes both as one. The port counts only
 * where the database names none, and the type only where the database names no engine.
 */
export const serverOf = (requested: RequestedNodes, node: string): Values => {
  const { values = {} } = entryOf(requested, node) ?? {};
  const [host] = listOf(values['requirements.host']).flatMap((one) => textOf(mapOf(one)['node']) ?? []);
  const system = host === undefined ? undefined : entryOf(requested, host);
  if (system === undefined) return {};
  const port = system.values['properties.port'];
  const ownPort = values['properties.port'] ?? values['capabilities.database_endpoint.properties.port'];
  return {
    ...(port !== undefined && ownPort === undefined && { 'system.port': port }),
    ...(values['properties.engine'] === undefined && system.type !== anySystem && { 'system.type': system.type }),
  };
};

/** It says nothing of the engine. */
const anySystem = 'tosca.nodes.DBMS';

/** What holds data and gets another type is a new resource of the deployment. Its node stays, and its data is at stake. */
export const remadeHolders = ({
  after,
  removed,
  inForce,
}: Pick<UpdateComparison, 'after' | 'removed' | 'inForce'>): readonly Resource[] =>
  removed.filter((resource) => {
    const { toscaNodeName: node, toscaNodeType: type } = resource;
    const wanted = entryOf(after, node)?.type;
    return wanted !== undefined && wanted !== type && holderAt(inForce, [resource], node) !== undefined;
  });

interface Leaving extends Pick<UpdateComparison, 'after' | 'kept' | 'removed' | 'inForce' | 'replace'> {}

/**
 * What holds data and goes, since the new template leaves it out, makes its node something else, or leaves out the machine that
 * it belongs to.
 */
export const lostData = (requested: Leaving): readonly Change[] => {
  const { after, removed, inForce, replace } = requested;
  const gone = new Map(removed.map((resource) => [resource.toscaNodeName, resource]));
  const left = [...gone].flatMap(([node, { toscaNodeType: old }]): readonly Change[] => {
    const what = holderAt(inForce, removed, node);
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
  return [
    ...left,
    ...becomingOther(requested),
    ...orphaned.map((node): Change => ({ node, property: 'machine', how: 'refused', why: why(node) })),
  ];
};

/** The name stays, and what had it goes. */
const becomingOther = ({ after, kept, inForce, replace }: Leaving): readonly Change[] => {
  const byNode = new Map(kept.map((resource) => [resource.toscaNodeName, resource]));
  return [...byNode].flatMap(([node, { toscaNodeType }]): readonly Change[] => {
    const before = entryOf(inForce, node);
    const old = before?.type ?? toscaNodeType;
    const what = before?.kind === 'compute' ? 'machine' : holderAt(inForce, kept, node);
    const wanted = entryOf(after, node);
    if (what === undefined || wanted === undefined || what === becomes(wanted) || allows(replace, node)) return [];
    const why = `the new template makes something else of this node, and the ${what} goes; with "replace": ["${node}"] in the request ${goesAs(what)}`;
    return [{ node, property: 'type', old, new: wanted.type, how: 'refused', why }];
  });
};

const becomes = ({ kind, holds }: RequestedNode): Holder | undefined => {
  if (kind === 'compute') return 'machine';
  return kind === 'volume' ? 'volume' : holds;
};

type Holder = DataService | 'volume' | 'machine';

/** What holds data at a node, if it would be lost with it. */
export const holderAt = (inForce: RequestedNodes, resources: readonly Resource[], node: string): Holder | undefined => {
  if (isRetained(entryOf(inForce, node))) return undefined;
  if (isOwnVolume(inForce, node)) return 'volume';
  const what = holderByTypes(inForce, resources, node);
  const stays = what === 'volume' || (what === 'resource' && !losesData(entryOf(inForce, node)));
  return stays ? undefined : what;
};

/** It stays when its stack no longer has it. */
const isRetained = (requested: RequestedNode | undefined): boolean =>
  textOf(requested?.values['properties.on_deletion']) === 'retain';

/** A resource of any type may stay in the account, or leave a snapshot. */
const losesData = (requested: RequestedNode | undefined): boolean => {
  const { 'properties.type': type, 'properties.on_deletion': policy = 'delete' } = requested?.values ?? {};
  return isStateful(textOf(type) ?? '') && policy === 'delete';
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
