import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type { ListVersion, Page, PageRequest } from '../../foundation/page.ts';
import type { Scope } from '../../foundation/scope.ts';
import { fromItem } from './deployment-item.ts';
import { listFiltered } from './filtered-pages.ts';
import { countKey, type Listed, recordKey, scopeKeys } from './keys.ts';
import type { Kind } from './kind.ts';
import { listVersion } from './list-version.ts';
import { listRecords } from './record-pages.ts';
import type { TablePorts } from './table.ts';

const deployments: Kind<Deployment> = { key: recordKey, attributes: ['deployment'], read: fromItem };

export const deploymentListVersion = (ports: TablePorts, scope: Scope): Promise<ListVersion> =>
  listVersion(ports, listedIn(scope));

const listedIn = (scope: Scope): Listed => ({ ...scopeKeys(scope), counters: countKey(scope) });

/** One page of the deployments in a scope; `wanted`: only those. */
export const listDeployments = (
  ports: TablePorts,
  scope: Scope,
  request: PageRequest,
  wanted?: (deployment: Deployment) => boolean,
): Promise<Page<Deployment>> => {
  const listed = listedIn(scope);
  if (wanted === undefined) return listRecords(ports, deployments, listed, request);
  return listFiltered(ports, deployments, listed, request, wanted);
};
