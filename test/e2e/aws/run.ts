import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { startAws } from '../../../local/sandbox/aws/server.ts';
import { systemClock } from '../../../local/sandbox/clock.ts';
import { Checks } from '../checks.ts';
import { stopOnSignal } from '../processes.ts';
import { Account, type Target } from './account.ts';
import { checkCommands } from './commanded.ts';
import { checkCreation } from './created.ts';
import { checkDeletions } from './deleted.ts';
import { checkDrift } from './drifted.ts';
import { checkFailures } from './failing.ts';
import { checkJobs, type Queue } from './jobs.ts';
import { checkKeys } from './keyed.ts';
import { checkRefusals } from './refused.ts';
import { checkServices } from './services.ts';
import { checkPlans, checkPower, checkUpdates } from './updated.ts';

/**
 * `npm run aws:conformance [-- --endpoint URL | --real [--yes]] [--region REGION] [--queue NAME --execution-role ARN]`: one set of checks of what the deployer of
 * CloudFormation stacks and of jobs relies on, against the sandbox, against any endpoint, or against a real account.
 */
const { values } = parseArgs({
  options: {
    endpoint: { type: 'string' },
    real: { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
    queue: { type: 'string' },
    'execution-role': { type: 'string' },
    region: { type: 'string', default: process.env['AWS_REGION'] ?? 'eu-central-1' },
  },
});

const announcement = `This run makes, in region ${values.region}, and deletes again:
  13 stacks with 16 + 12 + 13 + 6 resources: two networks, security groups, a key pair, a role and an instance profile, up to two t3.micro machines,
  a gp3 disk of 1 to 2 GiB, one elastic address, three buckets with at most one object, an internal load balancer, a database of the size
  db.t4g.micro with 20 GiB, a service of ECS without a container; with --queue also six jobs of 0.25 vCPUs.
It takes about three quarters of an hour and costs about 0.10 USD; in a new account mostly nothing. Their names begin with toscanini-conformance-.
It needs the rights of an administrator and room for two more VPCs and one more elastic address.`;

/** The seconds that rows of the sandbox say, times this. */
const sandboxPace = 0.01;

async function agreed(): Promise<boolean> {
  console.log(announcement);
  if (values.yes) return true;
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Type yes to begin: ');
  terminal.close();
  return answer.trim() === 'yes';
}

async function targetOf(started: AsyncDisposableStack): Promise<Target> {
  const { region, endpoint, real } = values;
  if (real) return { region, isSandbox: false, pause: 5000, patience: 1800 };
  if (endpoint !== undefined)
    return { region, endpoint, isSandbox: await isSandbox(endpoint), pause: 500, patience: 300 };
  const server = await startAws({ port: 0, clock: systemClock, pace: sandboxPace });
  started.defer(() => server.stop());
  return { region, endpoint: server.url, isSandbox: true, pause: 20, patience: 60 };
}

const isSandbox = (endpoint: string): Promise<boolean> =>
  fetch(`${endpoint}/_sandbox/aws`).then(
    ({ ok }) => ok,
    () => false,
  );

const queueOf = ({ isSandbox: ours }: Target): Queue | undefined => {
  const { queue = ours ? 'toscanini-jobs' : undefined, 'execution-role': role = ours ? sandboxRole : undefined } =
    values;
  return queue === undefined || role === undefined ? undefined : { name: queue, role };
};

const sandboxRole = 'arn:aws:iam::111111111111:role/toscanini-jobs';

async function checkAll(account: Account, checks: Checks): Promise<void> {
  await checkRefusals(account, checks);
  const id = await checkCreation(account, checks);
  await checkPlans(account, checks);
  await checkUpdates(account, checks, id);
  await checkCommands(account, checks, id);
  await checkPower(account, checks, id);
  await checkKeys(account, checks);
  await checkFailures(account, checks);
  await checkDrift(account, checks);
  await checkServices(account, checks);
  await checkDeletions(account, checks, id);
  const queue = queueOf(account.target);
  if (queue) await checkJobs(account, checks, queue);
  else console.log('no job is checked: give --queue and --execution-role of a job queue on Fargate');
}

async function run(): Promise<Checks> {
  await using started = new AsyncDisposableStack();
  stopOnSignal(started);
  const target = await targetOf(started);
  const account = new Account(target);
  console.log(`conformance of ${target.endpoint ?? 'AWS'} in ${target.region}; stacks ${account.prefix}-*`);
  const checks = new Checks();
  // an interrupted run deletes what it made, too
  let isClean = false;
  started.defer(() => (isClean ? Promise.resolve() : account.cleanUp()));
  try {
    await checks.check('every check came to its turn', () => checkAll(account, checks));
  } finally {
    await checks.check('everything that was made is deleted', () => account.cleanUp());
    isClean = true;
  }
  return checks;
}

if (values.real && values.endpoint !== undefined) throw new Error('--real and --endpoint exclude each other');
if (values.real && !(await agreed())) {
  console.error('not begun: type yes, or give --yes');
  process.exit(2);
}
const began = performance.now();
const checks = await run();
console.log(`${checks.summary()} in ${Math.round((performance.now() - began) / 1000)} s`);
process.exitCode = checks.failed === 0 && checks.passed > 0 ? 0 : 1;
