import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type { Page, PageRequest } from '../../foundation/page.ts';
import type { Scope } from '../../foundation/scope.ts';
import { fromItem } from './deployment-item.ts';
import { listFiltered } from './filtered-pages.ts';
import { countKey, recordKey, scopeKeys } from './keys.ts';
import type { Kind } from './kind.ts';
import { listRecords } from './record-pages.ts';
import type { TablePorts } from './table.ts';

const deployments: Kind<Deployment> = { key: recordKey, attributes: ['deployment'], read: fromItem };

/** One page of the deployments in a scope; `wanted`: only those. */
export const listDeployments = (
  ports: TablePorts,
  scope: Scope,
  request: PageRequest,
  wanted?: (deployment: Deployment) => boolean,
): Promise<Page<Deployment>> => {
  const listed = { ...scopeKeys(scope), counters: countKey(scope) };
  if (wanted === undefined) return listRecords(ports, deployments, listed, request);
  return listFiltered(ports, deployments, listed, request, wanted);
};
