/** What the routes of costs answer for a deployment that has everything. */

import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import type { StoredRanking } from '../../src/domain/deployments/record/stored-ranking.ts';
import { costList } from '../../src/http/costs/cost-list.ts';
import { deploymentCost } from '../../src/http/costs/deployment-cost.ts';
import { people } from './requests.ts';
import { id } from './samples.ts';

const estimated = {
  ...{ currency: 'USD' as const, hourly: 1, monthly: 730, pricesOf: '2026-11-22', region: 'us-east-1' },
  items: [{ name: 'Web', node: 'web', what: 't3.small', hourly: 1, whileRunning: true as const, most: 2 }],
  most: { hourly: 2, monthly: 1460 },
  ...{ leftOut: ['taxes'], unpriced: ['db'] },
};

export const costOf = async (deployment: Deployment, isKnown: boolean): Promise<object> => {
  const candidates = isKnown ? [{ id: deployment.providerId, cost: estimated }] : [];
  const files = { findRanking: async () => ({ candidates }) as unknown as StoredRanking };
  return (await deploymentCost({ files, resources: { all: async () => [] } })({ deployment })).json as object;
};

export const listedCosts = async (deployment: Deployment): Promise<{ readonly groups: readonly unknown[] }> => {
  // more than one answer reads
  const page = { content: Array.from({ length: 500 }, (_, at) => ({ ...deployment, id: id(at) })), totalElements: 501 };
  let pages = 0;
  const list = async () => {
    pages += 1;
    return { ...page, content: page.content.map((one) => ({ ...one, id: `${pages}-${one.id}` })), cursor: 'more' };
  };
  const { json } = await costList({ deployments: { list } })({ caller: people.ada, query: {} });
  return json as { readonly groups: readonly unknown[] };
};
