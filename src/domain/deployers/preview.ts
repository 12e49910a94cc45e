import type { Order } from './planner.ts';

export const plannedActions = ['added', 'changed', 'replaced', 'perhaps replaced', 'removed'] as const;

/** What happens to one resource of a cloud. */
export interface PlannedResource {
  /** in the words of the deployer, such as a logical id of CloudFormation */
  readonly name: string;
  /** such as AWS::EC2::Instance */
  readonly type: string;
  /** name of the node template; absent: it belongs to no single node, or is removed */
  readonly node?: string;
  /** absent: it does not exist yet */
  readonly physicalId?: string;
  readonly action: (typeof plannedActions)[number];
  /** what changes, and what of that makes a replacement necessary; no values */
  readonly why?: string;
}

/** What a stack costs while it stands, at list prices. */
export interface Estimate {
  readonly currency: 'USD';
  readonly hourly: number;
  /** of 730 hours */
  readonly monthly: number;
  /** the day of the prices, such as 2026-11-22 */
  readonly pricesOf: string;
  /** the region whose prices they are */
  readonly region: string;
  /** with as many copies as automatic scaling may make; absent: nothing scales */
  readonly most?: { readonly hourly: number; readonly monthly: number };
  readonly items: readonly CostItem[];
  /** what costs money, or may, and is not in the sums */
  readonly leftOut: readonly string[];
}

export interface CostItem {
  readonly name: string;
  readonly node?: string;
  /** such as `t3.small` or `20 GiB gp3` */
  readonly what: string;
  readonly hourly: number;
  /** true: it costs nothing while the machine is stopped */
  readonly whileRunning?: true;
  /** of an hour, with as many copies as automatic scaling may make; absent: nothing scales */
  readonly most?: number;
}

/** An operation of the template that runs on machines that stand. */
export interface PlannedOperation {
  readonly node: string;
  /** such as `configure`, or `pre_configure_source (to database)` */
  readonly operation: string;
  /** what is not as it was when it ran */
  readonly why: string;
}

/** What a dry run tells of a provider's own resources. */
export interface Preview {
  readonly resources: readonly PlannedResource[];
  readonly cost: Estimate;
  /** in the order in which they run; absent: everything that is planned is new */
  readonly operations?: readonly PlannedOperation[];
  /** nodes of which the hourly price is not known whole; empty text: a part of no node. Absent: nobody asked */
  readonly unpriced?: ReadonlySet<string>;
}

/**
 * From the translation alone: nothing is asked of the cloud. undefined: this kind of deployer cannot tell, or a federation has ranked
 * the provider as a cloud of another kind, so that the order has no translation.
 */
export type CreationPreviewOf = (providerId: string) => ((order: Order) => Promise<Preview | undefined>) | undefined;

/** Asks the cloud, and leaves nothing there. Errors as those of a Deployer; undefined as above. */
export type UpdatePreviewOf = (
  providerId: string,
) => ((infrastructureId: string, order: Order) => Promise<Preview>) | undefined;
