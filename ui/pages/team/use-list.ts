import { useState } from 'preact/hooks';
import type { DeploymentItem } from '../../../client/types.ts';
import type { PageOf } from '../../data/page-of.ts';
import { useLive } from '../../data/use-live.ts';
import { query } from '../../router/address.ts';

/** Elements of the first question, and how many more each "Load more". */
const step = 200;

const pause = (): number => 30_000;

/** A part of the list of deployments, of whom the address names; the service filters by no more. */
export const useList = (filters: { readonly [name: string]: string }) => {
  const [size, setSize] = useState(step);
  const search = new URLSearchParams({ ...filters, size: `${size}` });
  const group = query.value.get('group');
  if (group !== null) search.set('userGroup', group);
  if (query.value.get('mine') !== null) search.set('createdBy', 'me');
  const { value, problem, reachedAt } = useLive<PageOf<DeploymentItem>>(`/deployments?${search}`, pause);
  return {
    items: value.value?.content,
    total: value.value?.page.totalElements ?? 0,
    problem: problem.value,
    reachedAt: reachedAt.value,
    onMore: () => setSize(size + step),
  };
};
