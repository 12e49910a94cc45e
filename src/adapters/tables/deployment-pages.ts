import type { Deployment } from '../../domain/deployments/deployment.ts';
import type { Page, PageRequest, Scope } from '../../domain/deployments/ports.ts';
import { fromItem } from './deployment-item.ts';
import { countKey, recordKey, scopeKeys } from './keys.ts';
import { type Kind, listRecords } from './record-pages.ts';
import type { TablePorts } from './table.ts';

const deployments: Kind<Deployment> = { key: recordKey, read: fromItem };

/** One page of the deployments of a scope. */
export const listDeployments = (ports: TablePorts, scope: Scope, request: PageRequest): Promise<Page<Deployment>> =>
  listRecords(ports, deployments, { ...scopeKeys(scope), counters: countKey(scope) }, request);
