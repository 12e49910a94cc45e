/**
 * `node test/e2e/chaos/clouds.ts <directory> <IM port> <issuer port> <AWS port>`: the sandbox's clouds as a process of their own, so
 * that they can die without the service. Prints one line of JSON once they listen: what the service is configured with.
 */

import { startSandbox } from '../../../local/sandbox/start.ts';

const [dataDirectory = '', imPort = '0', issuerPort = '0', awsPort = '0'] = process.argv.slice(2);
const { imUrl, awsUrl, imSecret, providers, secrets } = await startSandbox({
  dataDirectory,
  imPort: Number(imPort),
  issuerPort: Number(issuerPort),
  awsPort: Number(awsPort),
  // machines are there after seconds, like those of the other clouds
  awsPace: 0.05,
});
process.stdout.write(`${JSON.stringify({ imUrl, awsUrl, imSecret, providers, secrets })}\n`);
// whoever started them has died
process.once('disconnect', () => process.exit(0));
