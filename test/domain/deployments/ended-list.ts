import type {
  EndedDeployment,
  EndedDeployments,
  EndedFiles,
} from '../../../src/domain/deployments/record/ended-records.ts';
import type { TimelineEvent } from '../../../src/domain/deployments/record/timeline.ts';

/** What is kept of ended deployments, in memory; that of table and bucket is tested over the real engines. */
export interface MemoryEnded {
  readonly ended: EndedDeployments;
  readonly endedFiles: EndedFiles;
}

export const memoryEnded = (days = 30): MemoryEnded => {
  const records = new Map<string, EndedDeployment>();
  const logs = new Map<string, string>();
  const timelines = new Map<string, readonly TimelineEvent[]>();
  return {
    ended: {
      days,
      find: async (id) => records.get(id),
      keep: async (deployment) => void records.set(deployment.id, deployment),
      list: async () => ({ content: [...records.values()], totalElements: records.size }),
    },
    endedFiles: {
      putLog: async (id, text) => void logs.set(id, text),
      putVersion: async (id, number, text) => void logs.set(`${id} ${number}`, text),
      readVersion: async (id, number) => logs.get(`${id} ${number}`) ?? '',
      putTimeline: async (id, events) => void timelines.set(id, events),
      readLog: async (id) => logs.get(id) ?? '',
      readTimeline: async (id) => timelines.get(id) ?? [],
    },
  };
};
