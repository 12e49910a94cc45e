import type { NodeChange, NodeProgress } from '../../deployers/machines.ts';

/** A resource of a stack's template, and the node that it belongs to. */
export interface StackPart {
  readonly id: string;
  readonly type: string;
  readonly node: string;
  /** id of the resource of the deployment, for a machine */
  readonly resourceId?: string | undefined;
}

/** An event of a stack, as far as it is about one of its resources. */
export interface PartEvent {
  readonly id: string;
  /** empty: AWS has not given one yet */
  readonly physicalId: string;
  readonly status: string;
  /** ISO 8601 instant */
  readonly at: string;
  readonly reason?: string | undefined;
}

interface Seen {
  readonly is: NodeProgress['state'];
  readonly physicalId: string;
  readonly why?: string | undefined;
}

const unseen: Seen = { is: 'waiting', physicalId: '' };

/**
 * How far each node is, from all events of its stack, oldest first. A node is as far as the last of its parts. What the
 * machines of a node have together, such as their security group, says nothing of a machine.
 */
export const progressOf = (parts: readonly StackPart[], events: readonly PartEvent[]): readonly NodeProgress[] => {
  const eventsOf = Map.groupBy(events, ({ id }) => id);
  const withMachines = new Set(parts.flatMap(({ node, resourceId }) => (resourceId === undefined ? [] : [node])));
  const reported = parts.filter(({ node, resourceId }) => resourceId !== undefined || !withMachines.has(node));
  const groups = Map.groupBy(reported, ({ node, resourceId }) => JSON.stringify([node, resourceId]));
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { node, resourceId } = first;
    return [{ node, ...(resourceId !== undefined && { resourceId }), ...replay(own, eventsOf) }];
  });
};

/** The state of a node after each event: a change of it is something that happened. */
const replay = (own: readonly StackPart[], eventsOf: ReadonlyMap<string, readonly PartEvent[]>) => {
  const seen = new Map<string, Seen>(own.map(({ id }) => [id, unseen]));
  const happened: { readonly is: NodeChange; readonly at: string }[] = [];
  let state: NodeProgress['state'] = 'waiting';
  for (const event of own.flatMap(({ id }) => eventsOf.get(id) ?? []).toSorted(byTime)) {
    seen.set(event.id, after(seen.get(event.id) ?? unseen, event));
    const next = together([...seen.values()].map(({ is }) => is));
    if (next !== state && next !== 'waiting') happened.push({ is: next, at: event.at });
    state = next;
  }
  const ids = mainOf(own).flatMap(({ id }) => seen.get(id)?.physicalId || []);
  const why = [...seen.values()].find(({ is }) => is === 'failed')?.why;
  return {
    ...{ state, happened },
    ...(ids.length === 1 && ids[0] !== undefined && { id: ids[0] }),
    ...(why !== undefined && { why }),
  };
};

/** The sort is stable, so events of the same instant keep their order. */
const byTime = (a: PartEvent, b: PartEvent): number => (a.at < b.at ? -1 : Number(a.at > b.at));

const after = (before: Seen, { status, physicalId, reason }: PartEvent): Seen => {
  const is = changeOf(status);
  // what was replaced is deleted under the same name
  const isOfAnother = status.startsWith('DELETE_') && physicalId !== before.physicalId;
  if (is === undefined || isOfAnother) return before;
  return { is, physicalId: physicalId || before.physicalId, ...(is === 'failed' && { why: reason }) };
};

const changeOf = (status: string): NodeChange | undefined => {
  if (status.endsWith('_FAILED')) return 'failed';
  if (/^(CREATE|UPDATE|IMPORT)_COMPLETE$/.test(status)) return 'made';
  if (/^(CREATE|IMPORT)_IN_PROGRESS$/.test(status)) return 'creating';
  if (status === 'UPDATE_IN_PROGRESS') return 'changing';
  if (status === 'DELETE_IN_PROGRESS') return 'deleting';
  return /^DELETE_(COMPLETE|SKIPPED)$/.test(status) ? 'gone' : undefined;
};

const together = (all: readonly NodeProgress['state'][]): NodeProgress['state'] => {
  for (const one of ['failed', 'deleting', 'changing', 'creating'] as const) if (all.includes(one)) return one;
  const begun = all.filter((one) => one !== 'waiting');
  if (begun.length === 0) return 'waiting';
  if (begun.every((one) => one === 'gone')) return 'gone';
  if (begun.includes('gone')) return 'deleting';
  return begun.length < all.length ? 'creating' : 'made';
};

/** Resources that serve another one of the same node. */
const serving =
  /::(SecurityGroup|SecurityGroupIngress|VolumeAttachment|DBSubnetGroup|Listener|TargetGroup|TaskDefinition|LogGroup|EIP|LaunchTemplate|ScalableTarget|ScalingPolicy)$/;

const mainOf = (own: readonly StackPart[]): readonly StackPart[] =>
  own.length === 1 ? own : own.filter(({ type }) => !serving.test(type));
