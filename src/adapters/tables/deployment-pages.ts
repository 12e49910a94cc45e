import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { hasLabel, type LabelCondition } from '../../domain/labels/labels.ts';
import type { ListVersion, Page, PageRequest } from '../../foundation/page.ts';
import type { Scope } from '../../foundation/scope.ts';
import { countIn } from './counters.ts';
import { fromItem } from './deployment-item.ts';
import { listFiltered } from './filtered-pages.ts';
import { countKey, type Listed, labelKey, ownerKey, recordKey, scopeKeys } from './keys.ts';
import type { Kind } from './kind.ts';
import { labelList } from './labels.ts';
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
  labels: readonly LabelCondition[] = [],
): Promise<Page<Deployment>> => {
  const isStill = stillIn(scope);
  if (labels.length > 0) return listLabelled(ports, scope, request, labels, wanted);
  const listed = listedIn(scope);
  if (wanted === undefined) return onlyThose(isStill, listRecords(ports, deployments, listed, request));
  return listFiltered(ports, deployments, listed, request, (one) => isStill(one) && wanted(one));
};

/** An index may be behind a record that was just given to somebody else. */
const stillIn = (scope: Scope): ((one: Deployment) => boolean) => {
  if (scope.of === 'all' || scope.of === 'group') return everyOne;
  const owner = ownerKey(scope.owner);
  return ({ createdBy }) => ownerKey(createdBy) === owner;
};

const onlyThose = async (isWanted: (one: Deployment) => boolean, page: Promise<Page<Deployment>>) => {
  const { content, ...rest } = await page;
  return { ...rest, content: content.filter(isWanted) };
};

/**
 * The deployments with all of these labels. The label that the fewest have leads to them; the others filter what it leads to. The entries of
 * labels are sorted by creation, so a list by the last change is filtered.
 */
const listLabelled = async (
  ports: TablePorts,
  scope: Scope,
  request: PageRequest,
  labels: readonly LabelCondition[],
  wanted: (deployment: Deployment) => boolean = everyOne,
): Promise<Page<Deployment>> => {
  // of entries that are ahead of their records, or behind them
  const isStill = stillIn(scope);
  const isLabelled = (one: Deployment): boolean => isStill(one) && labels.every((label) => hasLabel(one.labels, label));
  const keep = (one: Deployment): boolean => isLabelled(one) && wanted(one);
  if (request.sort === 'updatedAt') return listFiltered(ports, deployments, listedIn(scope), request, keep);
  const list = await rarest(ports, scope, labels);
  const kind: Kind<Deployment> = { ...deployments, key: (id) => labelKey(id, list.digest), record: recordKey };
  if (labels.length > 1 || wanted !== everyOne) return listFiltered(ports, kind, list, request, keep);
  return onlyThose(isLabelled, listRecords(ports, kind, list, request));
};

const everyOne = (): boolean => true;

const rarest = async (ports: TablePorts, scope: Scope, labels: readonly LabelCondition[]) => {
  const lists = labels.map((label) => labelList(scope, label));
  if (lists.length === 1) return lists[0] as (typeof lists)[number];
  const counts = await Promise.all(lists.map(({ counters }) => countIn(ports, counters)));
  return lists[counts.indexOf(Math.min(...counts))] as (typeof lists)[number];
};
