/** What a change set says of a resource. */
import type { Bag, Json } from '../protocol/json.ts';

export interface PropertyChange {
  readonly name: string;
  readonly before: Json;
  readonly after: Json;
  readonly recreation: 'Always' | 'Conditionally' | 'Never';
}

export interface PlannedDetail extends Pick<PropertyChange, 'name' | 'recreation'> {
  readonly attribute: 'Properties' | 'Tags' | 'Metadata';
  readonly evaluation: 'Static' | 'Dynamic';
  readonly cause?: {
    readonly source: 'ParameterReference' | 'ResourceReference' | 'ResourceAttribute';
    readonly entity: string;
  };
}

export interface PlannedChange {
  readonly logicalId: string;
  readonly type: string;
  readonly thingId?: string;
  readonly action: 'Add' | 'Modify' | 'Remove' | 'SyncWithActual';
  readonly replacement?: 'True' | 'False' | 'Conditional';
  readonly details: readonly PlannedDetail[];
  readonly retain?: true;
  readonly after?: Bag;
  readonly before?: Bag;
  /** of a drift-aware change set only */
  readonly drift?: 'IN_SYNC' | 'MODIFIED' | 'DELETED';
  /** the same: what the last deployment has set */
  readonly previous?: Bag;
}
