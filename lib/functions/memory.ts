/**
 * Memory of each function in MB, and with it its share of a processor: a whole one at 1,769 MB. Measured in docs/decisions/0014.
 */

/** Waits for others most of its time. */
const waiting = 512;

/** Reads templates: the largest that are taken need more, and most of their time is the processor's. */
const reading = 1024;

const readers: ReadonlySet<string> = new Set([
  'http/deployments/create',
  'http/deployments/update',
  'http/schedules/create',
  'tasks/begin-event',
  'tasks/begin-update',
  'tasks/change-infrastructure',
  'tasks/complete-deployment',
  'tasks/follow-update',
  'tasks/rank-providers',
]);

/** Of the function of functions/<name>.ts. */
export const memoryOf = (name: string): number => (readers.has(name) ? reading : waiting);
