import { useEffect, useMemo } from 'preact/hooks';
import type { DeploymentItem, Me } from '../../../client/types.ts';
import type { PageOf } from '../../data/page-of.ts';
import { pollOnPage } from '../../data/use-live.ts';
import { serviceNow } from '../../parts/time.tsx';

/** A deployment that the user may take over now. */
export interface Offer extends Pick<DeploymentItem, 'uuid' | 'createdBy'> {
  readonly item: DeploymentItem;
  readonly name: string;
  readonly userGroup: string;
  readonly transfer: NonNullable<DeploymentItem['transfer']>;
}

const pause = (): number => 30_000;

/** Of each group that the user is in, since only a deployment of a group can be given. */
export const useOffered = (me: Me | undefined) => {
  const groups = me?.groups ?? [];
  const key = JSON.stringify(groups);
  const lives = useMemo(
    () =>
      groups.map((group) => {
        const search = new URLSearchParams({ offered: 'true', userGroup: group, size: '200' });
        return pollOnPage<PageOf<DeploymentItem>>(`/deployments?${search}`, pause);
      }),
    [key],
  );
  useEffect(
    () => () => {
      for (const live of lives) live.stop();
    },
    [lives],
  );
  const pages = lives.map(({ value }) => value.value?.content);
  const isKnown = me !== undefined && pages.every((page) => page !== undefined);
  return {
    /** undefined: not known yet */
    offers: isKnown ? pages.flatMap((page = []) => page.flatMap((item) => offerOf(item, serviceNow.value))) : undefined,
    problem: lives.map(({ problem }) => problem.value).find((one) => one !== undefined),
    /** of the list that was reached the longest ago; undefined: none was */
    reachedAt: lives.map(({ reachedAt }) => reachedAt.value).reduce(earlier, undefined),
    refresh: () => {
      for (const live of lives) live.refresh();
    },
  };
};

const earlier = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

/** A question may expire while it is shown. */
const offerOf = (item: DeploymentItem, now: number): readonly Offer[] => {
  const { uuid, name = uuid, userGroup, createdBy, transfer } = item;
  if (transfer === undefined || userGroup === undefined || Date.parse(transfer.expiresAt) <= now) return [];
  return [{ item, uuid, name, userGroup, createdBy, transfer }];
};
