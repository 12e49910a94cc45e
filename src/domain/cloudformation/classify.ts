import { entryOf } from '../../foundation/entry-of.ts';
import type { Change } from '../changes/change.ts';
import { differences } from '../changes/differences.ts';
import { type Found, gathered, type Place } from '../changes/found.ts';
import type { RequestedNode, RequestedNodes } from '../changes/requested.ts';
import type { ClassifiedChanges, UpdateComparison } from '../changes/update-rules.ts';
import { bytesOf } from '../deployers/capability-values.ts';
import { awsTypeOf, awsTypes, type DataService } from '../resources/aws-types.ts';
import type { Resource } from '../resources/resource.ts';
import { allows, holderAt, isDatabaseOf, lostData, remadeHolders, serverOf, volumesAt } from './lost-data.ts';
import { requestedProcessor } from './offers/processors.ts';

/**
 * What an update of a stack does to nodes that exist. CloudFormation changes by itself whatever it can change, so
 * nothing is altered machine by machine; a machine that would be replaced is replaced only where the request says so.
 */
export const classifyStackChanges = (comparison: UpdateComparison): ClassifiedChanges => {
  const { after, removed, basesOf, replace } = comparison;
  const inForce = withFailed(comparison);
  const kept = [...comparison.kept, ...remadeHolders({ after, removed, inForce })];
  const found = gathered(kept, basesOf, ({ toscaNodeName: node }, before) => {
    const [old, wanted] = [entryOf(before, node), entryOf(after, node)];
    if (old === undefined || wanted === undefined) return [];
    const isDatabase = isDatabaseOf(after, kept, node);
    const values = differences(
      { ...old.values, ...(isDatabase && serverOf(before, node)), type: old.type, count: old.count },
      {
        ...wanted.values,
        ...(isDatabase && serverOf(after, node)),
        type: wanted.type,
        count: wanted.count,
        ...(wanted.key && !old.key && { [keyPath]: 'a private key' }),
      },
    );
    return values.map((difference) => ({ node, difference }));
  });
  const judged = found.map((one) => judge(one, { after, kept, inForce, replace }));
  const lost = lostData({ after, kept, removed, inForce, replace });
  return {
    changes: [...judged.map(({ change }) => change), ...lost].toSorted(byPlace),
    replaced: new Set(judged.flatMap(({ replaced }) => replaced)),
    altered: new Set(),
  };
};

/** What the template in force asks, and nodes that only an update has made which failed: they may hold data too. */
const withFailed = ({ kept, removed, basesOf, inForce }: UpdateComparison): RequestedNodes =>
  Object.assign({}, ...[...kept, ...removed].flatMap(basesOf), inForce);

/** A machine gets a key only when it is made; one that an update asks for no more stays. */
const keyPath = 'attributes.endpoint.credential';

const byPlace = (a: Change, b: Change): number => compare(a.node, b.node) || compare(a.property, b.property);
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

interface Judged {
  readonly change: Change;
  /** ids of the resources whose machines are replaced */
  readonly replaced: readonly string[];
}

interface Classified extends Pick<UpdateComparison, 'after' | 'kept' | 'inForce' | 'replace'> {}

const judge = ({ node, difference }: Found, { after, kept, inForce, replace }: Classified): Judged => {
  const { path, ...values } = difference;
  const place = { node, property: path, ...values };
  const service = serviceAt({ after, kept, inForce }, node);
  const effect = effectOf(after, service, { node, difference });
  if (typeof effect !== 'string') return { change: { ...place, how: 'refused', why: effect.why }, replaced: [] };
  if (effect !== 'replaced') return { change: { ...place, how: effect }, replaced: [] };
  const standing = service ? kept.filter(({ toscaNodeName }) => toscaNodeName === node) : machinesAt(after, kept, node);
  if (standing.length === 0) return { change: { ...place, how: 'made' }, replaced: [] };
  const machines = [...new Set(standing.map(({ toscaNodeName }) => toscaNodeName))];
  const volumes = volumesAt(inForce, machines);
  const names = [...machines, ...volumes];
  const isAllowed = names.every((name) => allows(replace, name));
  if (isAllowed) return { change: { ...place, how: 'replaced' }, replaced: standing.map(({ id }) => id) };
  const what = service ?? 'machine';
  const goes =
    volumes.length === 0
      ? `the ${what} is removed with all its data`
      : `the ${what} and what is attached to it (${volumes.join(', ')}) are removed with all their data`;
  const why = `it cannot be changed on an existing ${what}; with "replace": ${JSON.stringify(names)} in the request ${goes} and created again`;
  return { change: { ...place, how: 'refused', why }, replaced: [] };
};

const machinesAt = (after: RequestedNodes, kept: readonly Resource[], node: string): readonly Resource[] => {
  const machines = new Set(entryOf(after, node)?.machines ?? []);
  return kept.filter(({ toscaNodeName, physicalId }) => machines.has(toscaNodeName) && physicalId !== undefined);
};

/** What holds data without a machine, stays that, and may have to be made anew. */
const serviceAt = (
  { after, kept, inForce }: Pick<Classified, 'after' | 'kept' | 'inForce'>,
  node: string,
): DataService | undefined => {
  const wanted = entryOf(after, node)?.holds;
  if (isDatabaseOf(after, kept, node)) return wanted === 'database' ? wanted : undefined;
  const holder = holderAt(inForce, kept, node);
  return holder !== undefined && holder === wanted && awsTypeOf(holder).remakes ? holder : undefined;
};

type Decided = 'scaled' | 'altered' | 'replaced' | { readonly why: string };

const effectOf = (after: RequestedNodes, service: DataService | undefined, { node, difference }: Place): Decided => {
  const requested = entryOf(after, node);
  if (requested === undefined) return 'altered';
  if (service === undefined) return effectOnNode(requested, difference);
  const { path, old, new: wanted } = difference;
  if (service === 'database' && path === 'properties.storage' && (bytesOf(wanted) ?? 0) < (bytesOf(old) ?? 0)) {
    return { why: 'the storage of a database cannot be made smaller' };
  }
  return awsTypeOf(service).remakes?.test(path) ? 'replaced' : 'altered';
};

const sizePath = 'capabilities.host.properties.instance_type';

/** An image is for one processor. Where the template does not say which image or processor, its size decides that. */
const needsOtherImage = ({ values }: RequestedNode, { path, old, new: wanted }: Found['difference']): boolean =>
  path === sizePath &&
  values['capabilities.os.properties.image'] === undefined &&
  values['capabilities.os.properties.architecture'] === undefined &&
  requestedProcessor(old) !== requestedProcessor(wanted);

const effectOnNode = (requested: RequestedNode, difference: Found['difference']): Decided => {
  const { kind } = requested;
  const { path, old, new: wanted } = difference;
  if (path === 'count') return 'scaled';
  if (needsOtherImage(requested, difference)) return 'replaced';
  if (kind === 'volume' && path === 'properties.size' && (bytesOf(wanted) ?? 0) < (bytesOf(old) ?? 0)) {
    return { why: 'a volume cannot be made smaller: give the node another name to get a new one without the data' };
  }
  const changes = kind in awsTypes ? awsTypeOf(kind as keyof typeof awsTypes).keeps : undefined;
  return changes === undefined || changes.test(path) ? 'altered' : 'replaced';
};
