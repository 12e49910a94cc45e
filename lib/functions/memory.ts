/**
 * Memory of each function in MB. It also sets the share of a processor: 1,769 MB give a whole one. Measured in
 * docs/decisions/0014.
 */

/** For functions that mostly wait for other systems. */
const waiting = 512;

/** For functions that read templates: the largest templates need more memory, and reading them is mostly processor time. */
const reading = 1024;

const readers: ReadonlySet<string> = new Set([
  'http/deployments/create',
  'http/deployments/inputs',
  'http/deployments/retry',
  'http/deployments/rollback',
  'http/deployments/update',
  'http/versions/get',
  'http/schedules/create',
  'http/templates/inspect',
  'tasks/begin-event',
  'tasks/begin-update',
  'tasks/change-infrastructure',
  'tasks/complete-deployment',
  'tasks/poll-update',
  'tasks/rank-providers',
]);

/** The memory of the function of functions/<name>.ts, in MB. */
export const memoryOf = (name: string): number => (readers.has(name) ? reading : waiting);
