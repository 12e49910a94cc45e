import type { Json } from '../../tosca/topology.ts';
import type { Origin } from '../clusters/origin.ts';
import type { Given } from '../deployments/record/given.ts';
import type { Limits } from '../providers/limits.ts';

export interface ScheduleRequest extends Given {
  readonly template: string;
  readonly parameters: { readonly [name: string]: Json };
  readonly fileExpression: string;
  readonly replicationExpression: string;
  readonly numberOfReplicas: number;
  readonly limits: Limits;
  /** each of its deployments is protected from its first instant; absent: it is not */
  readonly protected?: true;
  readonly origin?: Origin;
  /** the caller's authorization, which the service may use whenever a file comes; absent: there is none */
  readonly delegation?: { keep(scheduleId: string): Promise<void> };
  /** chosen before; absent: a new one */
  readonly id?: string | undefined;
  /** false: a repeat of the request makes the schedule now, under the same id; absent: nobody else knows the id */
  readonly isHeld?: (() => Promise<boolean>) | undefined;
}
