import type { Json } from '../../tosca/topology.ts';
import type { Origin } from '../clusters/origin.ts';
import type { Limits } from '../providers/limits.ts';

export interface ScheduleRequest {
  readonly template: string;
  readonly parameters: { readonly [name: string]: Json };
  readonly fileExpression: string;
  readonly replicationExpression: string;
  readonly numberOfReplicas: number;
  readonly userGroup?: string;
  readonly callback?: string;
  readonly limits: Limits;
  readonly origin?: Origin;
  /** the caller, who entrusts the service with acting for him whenever a file comes; absent: it does not */
  readonly delegation?: { keep(scheduleId: string): Promise<void> };
  /** decided on before; absent: a new one */
  readonly id?: string | undefined;
}
