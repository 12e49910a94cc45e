import { checkAdapter } from './adapter.ts';
import { Checks } from './checks.ts';
import { startIm } from './im-server.ts';

/** `npm run e2e:im`: the adapter, then the whole service, against the real Infrastructure Manager on loopback. */
const main = async (): Promise<number> => {
  const checks = new Checks();
  const im = await startIm();
  try {
    console.log(`Infrastructure Manager ${im.version} on ${im.url}`);
    await checkAdapter(im.url, checks);
  } finally {
    await im.stop();
  }
  console.log(checks.summary());
  return checks.failed === 0 ? 0 : 1;
};

process.exitCode = await main();
