import type { PossibleOrphan, PossibleOrphans } from '../../../src/domain/deployments/record/possible-orphans.ts';

/** Possible orphans kept in memory; the table's are tested over the real engine. */
export const memoryOrphans = (): PossibleOrphans & { readonly all: () => readonly PossibleOrphan[] } => {
  const kept = new Map<string, { readonly orphan: PossibleOrphan; readonly at: Date }>();
  const keyOf = ({ deploymentId, number }: PossibleOrphan) => `${deploymentId}#${number}`;
  const isAsSeen = (orphan: PossibleOrphan) => kept.get(keyOf(orphan))?.orphan.looks === orphan.looks;
  const put = (orphan: PossibleOrphan, at: Date) => kept.set(keyOf(orphan), { orphan, at });
  return {
    all: () => [...kept.values()].map(({ orphan }) => orphan),
    register: async (orphans, from) => orphans.forEach((orphan) => void put(orphan, from)),
    due: async (before, limit) =>
      [...kept.values()]
        .filter(({ at }) => at < before)
        .sort((a, b) => Number(a.at) - Number(b.at))
        .slice(0, limit)
        .map(({ orphan }) => orphan),
    setNextCheck: async (orphan, at) => {
      if (!isAsSeen(orphan)) return;
      if (at) put({ ...orphan, looks: orphan.looks + 1 }, at);
      else kept.delete(keyOf(orphan));
    },
    postpone: async (orphan, at) => void (isAsSeen(orphan) && put(orphan, at)),
  };
};
