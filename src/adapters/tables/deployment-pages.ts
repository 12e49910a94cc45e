import type { Deployment, Status } from '../../domain/deployments/record/deployment.ts';
import type { Page, PageRequest } from '../../foundation/page.ts';
import type { Scope } from '../../foundation/scope.ts';
import { fromItem } from './deployment-item.ts';
import { listFiltered } from './filtered-pages.ts';
import { countKey, recordKey, scopeKeys } from './keys.ts';
import type { Kind } from './kind.ts';
import { listRecords } from './record-pages.ts';
import type { TablePorts } from './table.ts';

const deployments: Kind<Deployment> = { key: recordKey, attributes: ['deployment'], read: fromItem };

/** One page of the deployments in a scope, without those in an excluded status. */
export const listDeployments = (
  ports: TablePorts,
  scope: Scope,
  request: PageRequest,
  excluded: ReadonlySet<Status> = new Set(),
): Promise<Page<Deployment>> => {
  const listed = { ...scopeKeys(scope), counters: countKey(scope) };
  if (excluded.size === 0) return listRecords(ports, deployments, listed, request);
  return listFiltered(ports, deployments, listed, request, ({ status }) => !excluded.has(status));
};
