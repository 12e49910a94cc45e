import type { Change, Replace } from '../changes/change.ts';
import { differences } from '../changes/differences.ts';
import { type Found, gathered } from '../changes/found.ts';
import type { RequestedNode, RequestedNodes } from '../changes/requested.ts';
import type { ClassifiedChanges, UpdateComparison } from '../changes/update-rules.ts';
import type { Resource } from '../resources/resource.ts';
import { bytesOf } from './asked.ts';

/**
 * What an update of a stack does to nodes that exist. CloudFormation changes by itself whatever it can change, so
 * nothing is altered machine by machine; a machine that would be replaced is replaced only where the request says so.
 */
export const classifyStackChanges = ({ after, kept, basesOf, replace }: UpdateComparison): ClassifiedChanges => {
  const found = gathered(kept, basesOf, ({ toscaNodeName: node }, before) => {
    const [old, wanted] = [before[node], after[node]];
    if (old === undefined || wanted === undefined) return [];
    const values = differences(
      { ...old.values, type: old.type, count: old.count },
      { ...wanted.values, type: wanted.type, count: wanted.count },
    );
    return values.map((difference) => ({ node, difference }));
  });
  const judged = found.map((one) => judge(one, { after, kept, replace }));
  return {
    changes: judged.map(({ change }) => change).toSorted(byPlace),
    replaced: new Set(judged.flatMap(({ replaced }) => replaced)),
    altered: new Set(),
  };
};

const byPlace = (a: Change, b: Change): number => compare(a.node, b.node) || compare(a.property, b.property);
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

interface Judged {
  readonly change: Change;
  /** ids of the resources whose machines are replaced */
  readonly replaced: readonly string[];
}

interface Asked {
  readonly after: RequestedNodes;
  readonly kept: readonly Resource[];
  readonly replace: Replace;
}

const judge = ({ node, difference }: Found, { after, kept, replace }: Asked): Judged => {
  const { path, ...values } = difference;
  const place = { node, property: path, ...values };
  const way = after[node] === undefined ? 'altered' : wayOf(after[node], difference);
  if (typeof way !== 'string') return { change: { ...place, how: 'refused', why: way.why }, replaced: [] };
  if (way !== 'replaced') return { change: { ...place, how: way }, replaced: [] };
  const machines = new Set(after[node]?.machines ?? []);
  const standing = kept.filter(
    ({ toscaNodeName, physicalId }) => machines.has(toscaNodeName) && physicalId !== undefined,
  );
  if (standing.length === 0) return { change: { ...place, how: 'made' }, replaced: [] };
  const names = [...new Set(standing.map(({ toscaNodeName }) => toscaNodeName))];
  const isAllowed = names.every((name) => (typeof replace === 'boolean' ? replace : replace.includes(name)));
  if (isAllowed) return { change: { ...place, how: 'replaced' }, replaced: standing.map(({ id }) => id) };
  const why = `it cannot be changed on an existing machine; with "replace": ${JSON.stringify(names)} in the request the machine is removed with all its data and created again`;
  return { change: { ...place, how: 'refused', why }, replaced: [] };
};

/** Paths that CloudFormation changes on what exists, by kind of node; everything else of a machine replaces it. */
const inPlace: { readonly [kind: string]: RegExp } = {
  compute:
    /^(type$|requirements\.|properties\.(tags|instance_name)|capabilities\.host\.properties\.(?!disk_size)|capabilities\.endpoint\.properties\.(port|ports|protocol)|capabilities\.(?!host\.|os\.|endpoint\.))/,
  volume: /^(type$|requirements\.|properties\.(type|size|name)$)/,
  port: /^(type$|properties\.(order|is_default))/,
  network: /^type$/,
};

const wayOf = (
  { kind }: RequestedNode,
  { path, old, new: wanted }: Found['difference'],
): 'scaled' | 'altered' | 'replaced' | { why: string } => {
  if (path === 'count') return 'scaled';
  if (kind === 'volume' && path === 'properties.size' && (bytesOf(wanted) ?? 0) < (bytesOf(old) ?? 0)) {
    return { why: 'a volume cannot be made smaller: give the node another name to get a new one without the data' };
  }
  const changes = inPlace[kind];
  return changes === undefined || changes.test(path) ? 'altered' : 'replaced';
};
