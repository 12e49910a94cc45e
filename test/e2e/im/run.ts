import { checkAdapter } from './adapter.ts';
import { Checks } from './checks.ts';
import { startIm } from './im-server.ts';
import { startService } from './service.ts';
import { checkService } from './whole.ts';

/** `npm run e2e:im`: the adapter, then the whole service, against the real Infrastructure Manager on loopback. */
const main = async (): Promise<number> => {
  const checks = new Checks();
  await using stack = new AsyncDisposableStack();
  const im = await startIm();
  stack.defer(im.stop);
  console.log(`Infrastructure Manager ${im.version} on ${im.url}`);
  await checkAdapter(im.url, checks);
  const service = await startService(im.url);
  stack.defer(service.stop);
  console.log(`the service on ${service.url}`);
  await checkService(im.url, service, checks);
  console.log(checks.summary());
  return checks.failed === 0 ? 0 : 1;
};

process.exitCode = await main();
