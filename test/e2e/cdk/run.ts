import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConfigurationInput } from '../../../lib/configuration/configuration.ts';
import type { Sandbox } from '../../../local/sandbox/sandbox.ts';
import { startSandbox } from '../../../local/sandbox/start.ts';
import { Checks } from '../checks.ts';
import { stopOnSignal } from '../processes.ts';
import { cdk } from './cdk.ts';
import { checkSchedule, checkUpdate } from './changes.ts';
import { checkDashboard } from './dashboard.ts';
import { checkApi, checkClouds, checkFallback, checkLife, type Installed } from './deployed.ts';
import { checkDoctor } from './doctor.ts';
import { checkLogs } from './logs.ts';
import { startMiniStack } from './ministack.ts';
import { previousCommit, previousTree } from './previous.ts';
import { putSecrets } from './secrets.ts';
import { checkKept, fill } from './upgrade.ts';

const root = join(import.meta.dirname, '../../..');

/**
 * `npm run e2e:cdk`: the real `cdk bootstrap` and `cdk deploy` of the unmodified app, and what is then to be seen through its API.
 *
 * What MiniStack does not do, and this run therefore does not show: it grants everything to every role (test/lib/grants/grants.test.ts
 * stands for that), encrypts nothing, throttles nothing (test/lib/switches.test.ts), takes traces and makes neither metrics of what is
 * measured nor alarms that fire (test/observability, test/lib/monitoring/alarms.test.ts), has no custom domain, network or firewall, and deletes no
 * stack. It drops the names of errors that functions throw; start_ministack.py hands them through. Pauses of workflows are a tenth as long.
 */
const main = async (checks: Checks): Promise<void> => {
  await using started = new AsyncDisposableStack();
  stopOnSignal(started);
  const folder = await mkdtemp(join(tmpdir(), 'toscanini-e2e-cdk-'));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const [aws, sandbox] = await Promise.all([startMiniStack(), startSandbox({ imPort: 0, issuerPort: 0 })]);
  started.defer(aws.stop);
  started.defer(sandbox.stop);
  await putSecrets(
    aws.url,
    Object.fromEntries(providersOf(sandbox).map(({ id, secret }) => [secret, sandbox.secrets[id] ?? {}])),
  );
  const installed = await install(aws.url, sandbox, folder, checks);
  if (installed === undefined) return;
  const since = new Date();
  await checkDoctor(aws.url, installed, checks);
  await checkApi(installed, checks);
  await checkLife(installed, checks);
  await checkFallback(installed, checks);
  await checkDashboard(installed, checks);
  await checkUpdate(installed, checks);
  await checkSchedule(aws.url, installed, checks);
  await checkClouds(installed, checks);
  await checkLogs(aws.url, installed, checks, since);
};

/** The first one's secret is in Secrets Manager, the others' in Parameter Store, which a release from before they could be there never reads. */
const providersOf = ({ providers }: Sandbox) =>
  providers.map((provider, index) => {
    const name = `toscanini/providers/${provider.id}`;
    return { ...provider, secret: index === 0 ? name : `ssm:/${name}` };
  });

/** What every release knows. */
const configurationOf = (sandbox: Sandbox) => ({
  issuers: sandbox.trustedIssuers.map((issuer) => ({ ...issuer })),
  infrastructureManager: { url: sandbox.imUrl },
  providers: providersOf(sandbox),
  files: { elements: [{ name: 'here', bucket: 'incoming' }] },
});

/** Releases from before the dashboard refuse it. */
const browserLogin = { clientId: 'toscanini', name: 'sandbox' };

/** Bootstraps, puts up what was there before, fills it, and puts this commit on top. */
const install = async (
  aws: string,
  sandbox: Sandbox,
  folder: string,
  checks: Checks,
): Promise<Installed | undefined> => {
  const { bootstrap, deploy } = cdk(aws, folder);
  const earlier = configurationOf(sandbox);
  const present = { ...earlier, issuers: earlier.issuers.map((issuer) => ({ ...issuer, login: browserLogin })) };
  const up: { installed?: Installed } = {};
  const put = (tree: string, configuration: ConfigurationInput) => async (): Promise<void> => {
    const outputs = await deploy(tree, configuration);
    const [bucket = '', doctor = ''] = [outputs['IncomingBucket'], outputs['DoctorFunction']];
    up.installed = { url: addressOf(aws, outputs), bucket, doctor, sandbox };
  };
  await checks.check('cdk bootstrap', () => bootstrap(root, earlier));
  const before = await previous(folder, checks);
  if (before !== undefined) await checks.check('cdk deploy --all of the previous commit', put(before, earlier));
  // so that the rest is seen although the upgrade has failed, or has nothing to begin with
  if (up.installed === undefined) await checks.check('cdk deploy --all of this commit', put(root, present));
  if (up.installed === undefined) return undefined;
  const kept = await fill(aws, up.installed, checks);
  const { url } = up.installed;
  await checks.check('cdk deploy --all of this commit, over what is there', put(root, present));
  await checks.check('after the upgrade: the API has its address as before', async () =>
    assert.equal(up.installed?.url, url),
  );
  await checkKept(aws, up.installed, kept, checks);
  return up.installed;
};

/**
 * The tree to upgrade from. Without one it is a failed check, unless `E2E_UPGRADE_OPTIONAL=1` says that this clone needs no history:
 * then the reason is printed. Undefined: this commit is put up twice instead.
 */
const previous = async (folder: string, checks: Checks): Promise<string | undefined> => {
  let tree: string | undefined;
  const found = await previousCommit(root);
  if (found === undefined && process.env['E2E_UPGRADE_OPTIONAL'] === '1') {
    console.log(
      `SKIPPED the upgrade from a previous commit: ${noHistory}; this commit is deployed over itself instead`,
    );
    return undefined;
  }
  await checks.check(`the previous commit is ${found?.commit}, since ${found?.because}: its tree`, async () => {
    if (found === undefined) throw new Error(`${noHistory}: fetch more, or set E2E_UPGRADE_OPTIONAL=1`);
    tree = await previousTree(root, folder, found.commit);
  });
  return tree;
};

const noHistory = 'this clone has no commit before this one (a shallow clone?)';

/** The emulator serves what is really https://<api>.execute-api.<region>.amazonaws.com/<stage>/ below its own address. */
const addressOf = (aws: string, outputs: Readonly<Record<string, string>>): string => {
  const { hostname, pathname } = new URL(outputs['BaseUrl'] ?? '');
  return `${aws}/_aws/execute-api/${hostname.split('.')[0]}${pathname.replace(/\/$/, '')}`;
};

const checks = new Checks();
await checks.check('everything starts, and stops again', () => main(checks));
console.log(checks.summary());
process.exitCode = checks.failed === 0 ? 0 : 1;
