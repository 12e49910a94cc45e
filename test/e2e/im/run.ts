import { parseArgs } from 'node:util';
import { Checks } from '../checks.ts';
import { stopOnSignal } from '../processes.ts';
import { checkAdapter } from './adapter.ts';
import { checkAdoption } from './adoption.ts';
import { checkAlterations } from './alterations.ts';
import { checkBehind, checkRepair } from './behind.ts';
import { checkChanges } from './changes.ts';
import { checkFixedValues } from './fixed-values.ts';
import { type Release, releases, startIm } from './im-server.ts';
import { startIssuer } from './issuer.ts';
import { startLossyProxy } from './lossy-proxy.ts';
import { checkOrphan } from './orphan.ts';
import { checkLongOutages, checkOutage } from './outages.ts';
import { checkUpdateRules } from './rules.ts';
import { startServiceOn } from './service.ts';
import { checkSweep } from './sweep/run-sweep.ts';
import { checkTokens } from './tokens.ts';
import { checkTranslation } from './translated.ts';
import { checkNothingIsLeft, checkService } from './whole.ts';

/**
 * `npm run e2e:im [-- release … --long]`: a sample of the sweep, then for each release, both at the same time, the adapter and the whole service, against each real
 * Infrastructure Manager on loopback. The service writes JSON headers for the newest, and lines for the one before. With `--long` also what takes half an
 * hour: outages, and what a release brings back after it was destroyed. `npm run e2e:im -- --sweep [--types FOLDER --only
 * 1.3,indigo]` is the whole sweep, and nothing else.
 */
const checkRelease = async (release: Release, checks: Checks): Promise<void> => {
  await using started = new AsyncDisposableStack();
  stopOnSignal(started);
  const issuer = await startIssuer();
  started.defer(issuer.stop);
  const im = await startIm(release, issuer.url);
  started.defer(im.stop);
  console.log(`Infrastructure Manager ${im.version} on ${im.url}`);
  await checkFixedValues(release, checks);
  await checkAdapter(im.url, checks);
  await checkUpdateRules(im.url, checks);
  await checkTokens(im.url, issuer, checks);
  const proxy = await startLossyProxy(im.url);
  started.defer(proxy.stop);
  const service = await startServiceOn(proxy.url, release === releases[0] ? 'json' : 'lines');
  started.defer(service.stop);
  console.log(`the service on ${service.url}`);
  await checkService(service, checks);
  await checkTranslation(service, checks);
  await checkOrphan({ im, proxy, service }, checks);
  await checkChanges(im, service, checks);
  await checkAdoption(im, service, checks);
  await checkAlterations(service, checks);
  await checkBehind(im, service, checks);
  await checkRepair(im, service, checks);
  await checkOutage({ im, service }, checks);
  if (long) await checkLongOutages({ im, proxy, service }, checks);
  await checkNothingIsLeft(im.url, checks);
};

const given = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    sweep: { type: 'boolean', default: false },
    types: { type: 'string' },
    only: { type: 'string' },
  },
  allowPositionals: true,
});
const { long, sweep, types, only } = given.values;
const asked = given.positionals;
const unknown = asked.filter((name) => !releases.some((one) => one.name === name));
if (unknown.length > 0)
  throw new Error(`no release ${unknown.join(', ')}: ${releases.map(({ name }) => name).join(', ')}`);

const began = performance.now();
const swept = new Checks();
await checkSweep(swept, { whole: sweep, types, only });
const outcomes: Checks[] = [swept];
// They wait most of the time, and share nothing.
const chosen = releases.filter(({ name }) => !sweep && (asked.length === 0 || asked.includes(name)));
const ofReleases = chosen.map(async (release) => {
  const checks = new Checks(release.name);
  await checks.check('everything starts, and stops again', () => checkRelease(release, checks));
  console.log(`${release.name}: ${checks.summary()}`);
  return checks;
});
outcomes.push(...(await Promise.all(ofReleases)));
const passed = outcomes.reduce((sum, one) => sum + one.passed, 0);
const failed = outcomes.reduce((sum, one) => sum + one.failed, 0);
console.log(`${passed} of ${passed + failed} passed in ${Math.round((performance.now() - began) / 1000)} s`);
process.exitCode = failed === 0 ? 0 : 1;
