import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../../../local/sandbox/start.ts';
import { Checks } from '../checks.ts';
import { client } from '../client.ts';
import { stopOnSignal } from '../processes.ts';
import { cdk } from './cdk.ts';
import { checkSchedule, checkUpdate } from './changes.ts';
import { checkApi, checkClouds, checkFallback, checkLife, type Installed } from './deployed.ts';
import { checkLogs } from './logs.ts';
import { startMiniStack } from './ministack.ts';
import { previousTree } from './previous.ts';
import { putSecrets } from './secrets.ts';
import { twoMachines } from './template.ts';

const root = join(import.meta.dirname, '../../..');

/**
 * `npm run e2e:cdk`: the real `cdk bootstrap` and `cdk deploy` of the unmodified app, and what is then to be seen through its API.
 *
 * What MiniStack does not do, and this run therefore does not show: it grants everything to every role (test/lib/grants.test.ts
 * stands for that), encrypts nothing, throttles nothing (test/lib/switches.test.ts), takes traces and makes neither metrics of what is
 * measured nor alarms that fire (test/observability, test/lib/stacks.test.ts), has no custom domain, network or firewall, and deletes no
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
  const { [sandbox.imSecret]: _, ...providerSecrets } = sandbox.secrets;
  await putSecrets(aws.url, providerSecrets);
  const installed = await install(aws.url, sandbox, folder, checks);
  if (installed === undefined) return;
  await checkApi(installed, checks);
  await checkLife(installed, checks);
  await checkFallback(installed, checks);
  await checkUpdate(installed, checks);
  await checkSchedule(aws.url, installed, checks);
  await checkClouds(installed, checks);
  await checkLogs(aws.url, installed, checks);
};

/** Bootstraps, puts up the previous commit with a deployment in it, and this commit on top. */
const install = async (
  aws: string,
  sandbox: Sandbox,
  folder: string,
  checks: Checks,
): Promise<Installed | undefined> => {
  const { bootstrap, deploy } = cdk(aws, folder, {
    issuers: sandbox.trustedIssuers.map((issuer) => ({ ...issuer })),
    infrastructureManager: { url: sandbox.imUrl },
    providers: sandbox.providers.map((provider) => ({ ...provider })),
    files: { elements: [{ name: 'here', bucket: 'incoming' }] },
  });
  await checks.check('cdk bootstrap', () => bootstrap(root));
  const before = await previous(folder, deploy);
  let installed: Installed | undefined;
  let kept = '';
  let first = before;
  if (first === undefined)
    await checks.check('cdk deploy --all of this commit', async () => {
      first = await deploy(root);
    });
  if (first === undefined) return undefined;
  const url = addressOf(aws, first);
  await checks.check('a deployment is made, to be there after the upgrade', async () => {
    const user = client(url, await sandbox.token());
    kept = (await user.create({ template: twoMachines, parameters: {} })).uuid;
    assert.equal((await user.settled(kept)).status, 'CREATE_COMPLETE');
  });
  await checks.check('cdk deploy --all of this commit, over what is there', async () => {
    const outputs = await deploy(root);
    installed = { url: addressOf(aws, outputs), bucket: outputs['IncomingBucket'] ?? '', sandbox };
  });
  await checks.check('the deployment is still there, and can be deleted', async () => {
    if (installed === undefined) throw new Error('nothing is deployed');
    const user = client(installed.url, await sandbox.token());
    assert.equal((await user.settled(kept)).status, 'CREATE_COMPLETE');
    assert.equal((await user.delete(kept)).status, 204);
    await user.gone(kept);
  });
  return installed;
};

/** The outputs of the previous commit's stacks; undefined, with the reason printed, when there is nothing to upgrade from. */
const previous = async (
  folder: string,
  deploy: (tree: string) => Promise<Record<string, string>>,
): Promise<Record<string, string> | undefined> => {
  const tree = await previousTree(root, folder);
  if (tree === undefined) {
    console.log('skipped the upgrade from the previous commit: this clone has no history; from this commit instead');
    return undefined;
  }
  try {
    const outputs = await deploy(tree);
    console.log('ok      cdk deploy --all of the previous commit');
    return outputs;
  } catch (error) {
    console.log(
      `skipped the upgrade from the previous commit, which does not deploy; from this commit instead: ${error}`,
    );
    return undefined;
  }
};

/** The emulator serves what is really https://<api>.execute-api.<region>.amazonaws.com/<stage>/ below its own address. */
const addressOf = (aws: string, outputs: Readonly<Record<string, string>>): string => {
  const { hostname, pathname } = new URL(outputs['BaseUrl'] ?? '');
  return `${aws}/_aws/execute-api/${hostname.split('.')[0]}${pathname.replace(/\/$/, '')}`;
};

const checks = new Checks();
await checks.check('everything starts, and stops again', () => main(checks));
console.log(checks.summary());
process.exitCode = checks.failed === 0 ? 0 : 1;
