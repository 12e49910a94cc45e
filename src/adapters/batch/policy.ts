import type { InfrastructureStatus } from '../../domain/deployers/machines.ts';
import type { Policy, Timing, Verdict } from '../../domain/deployers/policy.ts';

/** Jobs are ready when all have succeeded. */
const judge = ({ state, vms, reason, blame, due }: InfrastructureStatus, { launchTimeIsUp }: Timing): Verdict => {
  if (state === 'failed') return { is: 'failed', why: reason ?? 'a job has failed', ...(blame && { blame }) };
  if (state === 'configured') return { is: 'ready' };
  if (due !== undefined) return { is: 'waiting', why: due, isDue: true };
  const states = Object.values(vms);
  if (launchTimeIsUp && states.length === 0) return { is: 'failed', why: forgotten, blame: 'work' };
  if (launchTimeIsUp && states.every((one) => one === 'pending')) {
    return { is: 'failed', why: reason ?? 'the job queue has started no job: it has no capacity for it' };
  }
  return { is: 'waiting', why: `${inWords(states)}${reason === undefined ? '' : `; ${reason}`}` };
};

/** Jobs that wait or run are always shown. So these have ended, and another queue would run them a second time. */
const forgotten =
  'AWS Batch no longer shows the jobs, since it forgets them some days after their end, so nobody can tell whether they succeeded: read their output in CloudWatch Logs (log group /aws/batch/job), and create the deployment again if it has to run again';

const inWords = (states: readonly string[]): string => {
  const of = (...which: readonly string[]) => states.filter((one) => which.includes(one)).length;
  return `jobs: ${of('pending')} wait, ${of('running')} run, ${of('configured')} have succeeded`;
};

/** How Batch's answers are read (docs/decisions/0038). */
export const policy: Policy = {
  judge,
  hasEverything: () => true,
  /** a job runs once */
  cannot: ['start', 'stop', 'update'],
  /** each job names its resource */
  arrange: (machines) => machines,
  shortfall: () => [],
  /** A job may wait a day for its turn in a busy queue. The deployment's own timeout of a provider may be shorter. */
  launchMins: 1_440,
  settlingSeconds: 0,
  createSeconds: 60,
  createResumes: true,
  /** Batch has no request token, and its lists may be some seconds late: only after this time a job that is in no list is missing. */
  lostCreateSeconds: 30,
  lostUpdateSeconds: 0,
  destroyGraceSeconds: 120,
  goneSeconds: 0,
  destroyedSeconds: 0,
};
