/**
 * `node test/e2e/chaos/clouds.ts <directory> <IM port> <issuer port>`: the sandbox's clouds as a process of their own, so
 * that they can die without the service. Prints one line of JSON once they listen: what the service is configured with.
 */

import { startSandbox } from '../../../local/sandbox/start.ts';

const [dataDirectory = '', imPort = '0', issuerPort = '0'] = process.argv.slice(2);
const { imUrl, imSecret, providers, secrets } = await startSandbox({
  dataDirectory,
  imPort: Number(imPort),
  issuerPort: Number(issuerPort),
});
process.stdout.write(`${JSON.stringify({ imUrl, imSecret, providers, secrets })}\n`);
// whoever started them has died
process.once('disconnect', () => process.exit(0));
