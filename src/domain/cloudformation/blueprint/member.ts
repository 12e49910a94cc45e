import { entryOf } from '../../../foundation/entry-of.ts';
import type { Json, Node } from '../../../tosca/topology.ts';
import { textOf } from '../../deployers/capability-values.ts';
import type { StackOffer } from '../../providers/stack-offer.ts';
import type { Part, StackParameter, StackResource, StackResources } from './blueprint.ts';

/** What a node without machines becomes. */
export interface Member extends Part {
  /** the id of the resource that others wait for, and that waits for others */
  readonly main: string;
  readonly resources: StackResources;
  readonly parameters?: { readonly [name: string]: StackParameter };
  /** true: something in it refers to the group of every machine */
  readonly usesGroupOfAll?: boolean;
  /** true: something in it that stays refers to that group */
  readonly keepsGroupOfAll?: boolean;
  /** true: it runs in the deployment's cluster of containers */
  readonly usesCluster?: boolean;
}

/** What a node is translated with. */
export interface Surroundings {
  readonly nodes: readonly Node[];
  readonly byName: ReadonlyMap<string, Node>;
  readonly offer: StackOffer;
  /** a value that may be known only later, as it is written into a resource; throws UnmappedError */
  written(value: Json): Json;
}

export const refused = (main: string, ...reasons: readonly string[]): Member => ({
  main,
  resources: {},
  reasons,
  warnings: [],
});

/** `unasked`: properties of which the template says nothing. What stands keeps them in an update, whatever our default is by then. */
export const metadataOf = (node: string, defaults: readonly string[] = []): Json => ({
  toscanini: { node, ...(defaults.length > 0 && { unasked: defaults }) },
});

/** The resource stays when its stack no longer has it. */
export const retained = (resource: StackResource): StackResource => ({
  ...resource,
  DeletionPolicy: 'Retain',
  UpdateReplacePolicy: 'Retain',
});

const policies = { delete: 'Delete', snapshot: 'Snapshot', retain: 'Retain' } as const;

/** What becomes of data with its resource, and of what another one replaces: a snapshot at least. `usual`: where nothing is asked for. */
export const dataPolicies = ({ on_deletion: onDeletion }: Node['properties'], usual: 'Delete' | 'Snapshot') => {
  const policy = entryOf(policies, textOf(onDeletion) ?? '') ?? usual;
  return { DeletionPolicy: policy, UpdateReplacePolicy: policy === 'Retain' ? policy : ('Snapshot' as const) };
};
