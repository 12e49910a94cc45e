import { Checks } from '../checks.ts';
import { stopOnSignal } from '../processes.ts';
import { checkAdapter } from './adapter.ts';
import { checkChanges } from './changes.ts';
import { startIm } from './im-server.ts';
import { startServiceOn } from './service.ts';
import { checkNothingIsLeft, checkService } from './whole.ts';

/** `npm run e2e:im`: the adapter, then the whole service, against the real Infrastructure Manager on loopback. */
const main = async (checks: Checks): Promise<void> => {
  await using started = new AsyncDisposableStack();
  stopOnSignal(started);
  const im = await startIm();
  started.defer(im.stop);
  console.log(`Infrastructure Manager ${im.version} on ${im.url}`);
  await checkAdapter(im.url, checks);
  const service = await startServiceOn(im.url);
  started.defer(service.stop);
  console.log(`the service on ${service.url}`);
  await checkService(service, checks);
  await checkChanges(im, service, checks);
  await checkNothingIsLeft(im.url, checks);
};

const checks = new Checks();
await checks.check('everything starts, and stops again', () => main(checks));
console.log(checks.summary());
process.exitCode = checks.failed === 0 ? 0 : 1;
