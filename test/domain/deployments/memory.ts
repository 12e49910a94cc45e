/** Ports kept in memory, for tests of pure domain code. The workflows are tested over the real engines: test/statemachines. */

import type { Attempt } from '../../../src/domain/deployments/record/attempt.ts';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import { inProgress } from '../../../src/domain/deployments/record/lifecycle.ts';
import { versionOf } from '../../../src/domain/deployments/record/numbered.ts';
import type { Outline } from '../../../src/domain/deployments/record/outline.ts';
import type {
  Attempts,
  Deployments,
  Files,
  LifecyclePorts,
  Notification,
} from '../../../src/domain/deployments/record/ports.ts';
import type { StoredRanking } from '../../../src/domain/deployments/record/stored-ranking.ts';
import type { Version, Versions } from '../../../src/domain/deployments/record/version.ts';
import type { Resources } from '../../../src/domain/resources/ports.ts';
import type { Resource } from '../../../src/domain/resources/resource.ts';
import { ConflictError, NotFoundError, OperationSupersededError } from '../../../src/foundation/errors.ts';
import { usesIn } from './memory-uses.ts';

export type Stores = Pick<LifecyclePorts, 'deployments' | 'attempts' | 'resources' | 'files' | 'versions'>;

interface Kept {
  readonly deployments: Map<string, Deployment>;
  readonly begun: Set<string>;
  readonly attempts: Map<string, Attempt>;
  readonly resources: Map<string, Resource>;
  readonly files: Map<string, string>;
  readonly versions: Map<string, Version>;
}

export interface MemoryStores extends Stores {
  readonly kept: Kept;
}

export const memoryStores = (now: () => Date): MemoryStores => {
  const kept: Kept = {
    deployments: new Map(),
    begun: new Set(),
    attempts: new Map(),
    resources: new Map(),
    files: new Map(),
    versions: new Map(),
  };
  return {
    kept,
    deployments: deploymentsIn(kept, now),
    attempts: attemptsIn(kept),
    resources: resourcesIn(kept),
    files: filesIn(kept),
    versions: versionsIn(kept),
  };
};

const ownedIn = ({ deployments }: Kept, id: string, operationId: string): Deployment => {
  const deployment = deployments.get(id);
  if (deployment?.operation.id === operationId) return deployment;
  throw new OperationSupersededError(`${operationId} does not own ${id}`);
};

const notListed = (): never => {
  throw new Error('the lifecycle lists nothing by page');
};

/** As a table keeps it: what is undefined is not there. */
const withoutAbsent = (item: object): object =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));

/** Everything that an operation writes to the record. */
const asRead = ({ operation, status, task, updatedAt, providerId, infrastructureId, leaving, changes }: Deployment) =>
  JSON.stringify([
    [operation.id, operation.interrupted?.times, status, task, updatedAt],
    [providerId, infrastructureId, leaving, changes],
  ]);

/** ConflictError when it has changed since it was read. */
const setIn = async <Name extends keyof Deployment>(
  kept: Kept,
  now: () => Date,
  seen: Deployment,
  name: Name,
  value: Deployment[Name] | undefined,
): Promise<void> => {
  const current = kept.deployments.get(seen.id);
  if (current === undefined || asRead(current) !== asRead(seen))
    throw new ConflictError('the deployment changed since it was read');
  const next = withoutAbsent({ ...current, updatedAt: now().toISOString(), [name]: value });
  kept.deployments.set(seen.id, next as unknown as Deployment);
};

const deploymentsIn = (kept: Kept, now: () => Date): Deployments => ({
  find: async (id) => kept.deployments.get(id),
  list: async () => notListed(),
  listVersion: async () => notListed(),
  count: async () => kept.deployments.size,
  ...usesIn(kept.deployments, (id, operationId) => ownedIn(kept, id, operationId)),
  accept: async (deployment) => {
    kept.deployments.set(deployment.id, deployment);
    bringVersion(kept, deployment);
  },
  supersede: async (seen, next) => {
    const current = kept.deployments.get(seen.id);
    if (current === undefined || asRead(current) !== asRead(seen)) {
      throw new ConflictError('the deployment changed since it was read');
    }
    kept.deployments.set(next.id, next);
    bringVersion(kept, next);
  },
  markStarted: async (id, operationId) => {
    kept.begun.add(operationId);
    return ownedIn(kept, id, operationId);
  },
  protect: (seen, isProtected) => setIn(kept, now, seen, 'protected', isProtected ? true : undefined),
  setEnd: (seen, expiresAt) => setIn(kept, now, seen, 'expiresAt', expiresAt),
  setHours: (seen, officeHours) => setIn(kept, now, seen, 'officeHours', officeHours),
  setTransfer: async (seen, transfer, declined) => {
    await setIn(kept, now, seen, 'transfer', transfer);
    const current = kept.deployments.get(seen.id);
    if (declined !== undefined && current) kept.deployments.set(seen.id, { ...current, transferDeclined: declined });
  },
  label: (seen, labels) => setIn(kept, now, seen, 'labels', Object.keys(labels).length > 0 ? labels : undefined),
  transferTo: async (seen, { owner, transferred }) => {
    const current = kept.deployments.get(seen.id);
    if (current === undefined || asRead(current) !== asRead(seen)) return false;
    const { transfer: _, callback: __, ...rest } = current;
    kept.deployments.set(seen.id, { ...rest, createdBy: owner, transferred, updatedAt: now().toISOString() });
    return true;
  },
  record: async (id, operationId, changes, whileIn) => {
    const current = ownedIn(kept, id, operationId);
    if (whileIn !== undefined && current.status === changes.status) return current;
    if (whileIn !== undefined && current.status !== whileIn)
      throw new OperationSupersededError(`operation ${operationId} has to stop: deployment ${id} is ${current.status}`);
    const merged = { ...current, ...changes, updatedAt: now().toISOString() };
    const deployment = withoutAbsent(merged) as unknown as Deployment;
    kept.deployments.set(id, deployment);
    return deployment;
  },
  awaitApproval: async ({ id, operation }, approval) => {
    const current = ownedIn(kept, id, operation.id);
    if (current.operation.approval?.version !== operation.approval?.version)
      throw new ConflictError('it waits already');
    const deployment: Deployment = { ...current, task: 'APPROVAL', operation: { ...current.operation, approval } };
    kept.deployments.set(id, deployment);
    return deployment;
  },
  decideApproval: async ({ id, operation }, decided) => {
    const current = ownedIn(kept, id, operation.id);
    if (current.operation.approval?.version !== operation.approval?.version) throw new ConflictError('it is decided');
    const task = decided.interrupted === operation.interrupted ? current.task : 'NONE';
    const deployment: Deployment = { ...current, task, operation: { ...current.operation, ...decided } };
    kept.deployments.set(id, deployment);
    return deployment;
  },
  interrupt: async ({ id, operation }, interrupted) => {
    const current = ownedIn(kept, id, operation.id);
    if (current.operation.interrupted?.times !== operation.interrupted?.times)
      throw new ConflictError('it goes on already');
    const deployment = { ...current, operation: { ...current.operation, interrupted } };
    kept.deployments.set(id, deployment);
    return deployment;
  },
  markRemoving: async (id, operationId) => {
    const deployment: Deployment = { ...ownedIn(kept, id, operationId), leaving: true };
    kept.deployments.set(id, deployment);
    return deployment;
  },
  remove: async (id, operationId) => {
    if (!kept.deployments.has(id)) return;
    ownedIn(kept, id, operationId);
    kept.deployments.delete(id);
    for (const key of kept.attempts.keys()) if (key.startsWith(`${id}#`)) kept.attempts.delete(key);
  },
  notStarted: async (before) =>
    [...kept.deployments.values()].filter(
      ({ operation, status }) =>
        inProgress(status) && !kept.begun.has(operation.id) && operation.acceptedAt < before.toISOString(),
    ),
});

const bringVersion = ({ versions }: Kept, deployment: Deployment): void => {
  const version = versionOf(deployment);
  if (version) versions.set(`${deployment.id}#${version.number}`, version);
};

const versionsIn = ({ versions }: Kept): Versions => ({
  list: async (id) => [...versions].flatMap(([key, version]) => (key.startsWith(`${id}#`) ? [version] : [])),
  find: async (id, number) => versions.get(`${id}#${number}`),
  expire: async () => undefined,
});

const attemptsIn = (kept: Kept): Attempts => ({
  findOrCreate: async (attempt) => {
    ownedIn(kept, attempt.deploymentId, attempt.operationId);
    const key = `${attempt.deploymentId}#${attempt.number}`;
    const known = kept.attempts.get(key) ?? attempt;
    kept.attempts.set(key, known);
    return known;
  },
  find: async (deploymentId, number) => kept.attempts.get(`${deploymentId}#${number}`),
  list: async (deploymentId) =>
    [...kept.attempts.values()]
      .filter((attempt) => attempt.deploymentId === deploymentId)
      .sort((a, b) => a.number - b.number),
  record: async (deploymentId, number, changes) => {
    const known = kept.attempts.get(`${deploymentId}#${number}`);
    if (!known) throw new NotFoundError(`deployment ${deploymentId} has no attempt ${number}`);
    const changed = withoutAbsent({ ...known, ...changes }) as unknown as Attempt;
    kept.attempts.set(`${deploymentId}#${number}`, changed);
    return changed;
  },
});

/** The record counts the writes of its resources. False: there is no record, or it is leaving. */
const counted = ({ deployments }: Kept, id: string): boolean => {
  const deployment = deployments.get(id);
  if (deployment === undefined || deployment.leaving) return false;
  deployments.set(id, { ...deployment, changes: (deployment.changes ?? 0) + 1 });
  return true;
};

const resourcesIn = (kept: Kept): Resources => {
  const { resources } = kept;
  const stage = async (many: readonly Resource[]) => {
    for (const resource of many) resources.set(resource.id, resource);
  };
  const all = async (id: string) =>
    [...resources.values()].filter(({ deploymentId }) => deploymentId === id).sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    stage,
    put: async (many) => {
      await stage(many);
      for (const id of new Set(many.map(({ deploymentId }) => deploymentId))) counted(kept, id);
    },
    all,
    find: async (_, id) => resources.get(id),
    list: async () => notListed(),
    replace: async (seen, next) => {
      const now = resources.get(seen.id);
      if (now?.state !== seen.state || now.updatedAt !== seen.updatedAt || now.action?.id !== seen.action?.id) {
        throw new ConflictError('the resource changed since it was read');
      }
      if (!counted(kept, next.deploymentId)) throw new ConflictError('the deployment is gone');
      resources.set(next.id, next);
    },
    remove: async (id, ids) => {
      for (const resource of await all(id)) if (ids?.includes(resource.id) ?? true) resources.delete(resource.id);
      if (ids) counted(kept, id);
    },
  };
};

const filesIn = ({ files }: Kept): Files => {
  const read = (key: string): string => {
    const text = files.get(key);
    if (text === undefined) throw new NotFoundError(`no file ${key}`);
    return text;
  };
  return {
    putTemplate: async (id, operationId, text) => void files.set(`templates/${id}/${operationId}`, text),
    getTemplate: async (id, operationId) => read(`templates/${id}/${operationId}`),
    putRanking: async (id, operationId, ranking) =>
      void files.set(`rankings/${id}/${operationId}`, JSON.stringify(ranking)),
    findRanking: async (id, operationId) => {
      const text = files.get(`rankings/${id}/${operationId}`);
      return text === undefined ? undefined : (JSON.parse(text) as StoredRanking);
    },
    putOutline: async (id, operationId, outline) =>
      void files.set(`templates/${id}/${operationId}.outline`, JSON.stringify(outline)),
    findOutline: async (id, operationId) => {
      const text = files.get(`templates/${id}/${operationId}.outline`);
      return text === undefined ? undefined : (JSON.parse(text) as Outline);
    },
    putRun: async (id, operationId, run) => void files.set(`templates/${id}/${operationId}.run`, JSON.stringify(run)),
    findRun: async (id, operationId) =>
      JSON.parse(files.get(`templates/${id}/${operationId}.run`) ?? 'null') ?? undefined,
    putPlans: async (id, operationId, plans) =>
      void files.set(`templates/${id}/${operationId}.plans`, JSON.stringify(plans)),
    findPlans: async (id, operationId) => JSON.parse(files.get(`templates/${id}/${operationId}.plans`) ?? '[]'),
    readLogAfter: () => Promise.reject(new Error('only readers of the API read a log from a place on')),
    appendLog: async (id, name, text) => void files.set(`logs/${id}/${name}`, text),
    readLog: async (id) =>
      [...files.keys()]
        .filter((key) => key.startsWith(`logs/${id}/`))
        .sort()
        .map(read)
        .join(''),
    putNotification: async (id, notification) => void files.set(`notifications/${id}`, JSON.stringify(notification)),
    getNotification: async (id) => JSON.parse(read(`notifications/${id}`)) as Notification,
    remove: async (id) => {
      for (const key of files.keys()) if (key.split('/')[1] === id) files.delete(key);
    },
  };
};
