/** A deployment in progress, and how tests read its view. */

import type { Attempt } from '../../src/domain/deployments/record/attempt.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import type { StoredRanking } from '../../src/domain/deployments/record/stored-ranking.ts';
import { type Answered, call, type Name } from './requests.ts';
import { id, sampleDeployment } from './samples.ts';
import type { ServiceForTests } from './service.ts';
import { view } from './under-test.ts';

export const instant = '2026-11-20T15:33:12.345Z';
export const operationId = sampleDeployment().operation.id;

export const ranking: StoredRanking = {
  candidates: [
    { id: 'first', name: 'First Cloud', edits: [] },
    { id: 'second', name: 'Second Cloud', edits: [] },
  ],
  ...{ dropped: [], notes: [], outputs: [] },
};

export const tried = (number: number, more: Partial<Attempt> = {}): Attempt => ({
  ...{ deploymentId: id(1), operationId, number, providerId: 'first' },
  ...{ state: 'SUBMITTING', startedAt: instant, deadline: instant, last: false, logged: {} },
  ...more,
});

export const working = (more: Partial<Deployment> = {}): Deployment =>
  sampleDeployment({ status: 'CREATE_IN_PROGRESS', task: 'BROKERING', userGroup: 'physics', ...more });

export const viewing = (test: ServiceForTests) => ({
  /** Nothing but this deployment, without resources. */
  begin: async (deployment = working()): Promise<void> => {
    const { deployments, resources } = test.service;
    const left = await deployments.find(id(1));
    if (left) await deployments.remove(id(1), left.operation.id);
    await resources.remove(id(1));
    await deployments.accept(deployment);
  },
  ask: (as: Name, headers: Record<string, string> = {}, query: Record<string, string> = {}): Promise<Answered> =>
    call(view(test.service), { as, path: { deployment_id: id(1) }, headers, query }),
});
