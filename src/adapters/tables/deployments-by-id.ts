import type { DeploymentsById } from '../../domain/schedules/ports.ts';
import { batchGet } from './batch.ts';
import { fromItem } from './deployment-item.ts';
import { deploymentListVersion } from './deployment-pages.ts';
import { recordKey } from './keys.ts';
import type { TablePorts } from './table.ts';

/** Reads many deployments in few requests, for the schedule events that embed them. */
export const deploymentsById = (ports: TablePorts): DeploymentsById => ({
  findAll: async (ids) => (await batchGet(ports, ids.map(recordKey))).map(fromItem),
  versionOf: (scope) => deploymentListVersion(ports, scope),
});
