/**
 * What AWS's own model says of the calls that this service makes. `node test/e2e/botocore/model.ts` writes
 * test/fixtures/botocore.json and local/sandbox/aws/calls/limits.json, which test/adapters/aws/model.test.ts reads; `npm run e2e:cfn-lint` fails when that is not what
 * the pinned release says.
 */

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '../../../local/sandbox/aws/calls/actions.ts';
import type { Limits } from '../../../local/sandbox/aws/calls/limits.ts';
import { pythonEnvironment } from '../python-environment.ts';

const here = import.meta.dirname;
const root = join(here, '../../..');
const limitsFile = join(root, 'local/sandbox/aws/calls/limits.json');
const file = join(root, 'test/fixtures/botocore.json');

interface Operation {
  readonly members: readonly string[];
  readonly required: readonly string[];
  /** of EC2: the parameters as a request has them */
  readonly wire?: readonly string[];
  /** of what a request holds, but for EC2, whose model has none; absent: none */
  readonly limits?: Limits;
  /** name of its shape -> the code by which it arrives */
  readonly errors: { readonly [shape: string]: string };
}

interface Shape {
  readonly enum?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
}

export interface Models {
  readonly [service: string]: {
    readonly apiVersion: string;
    readonly operations: { readonly [name: string]: Operation };
    readonly shapes: { readonly [name: string]: Shape };
    /** what it says of a member, by `Shape.member`: some limits are nowhere else */
    readonly texts: { readonly [path: string]: string };
  };
}

/** Names of botocore, where they are not those of the SDK's packages. */
const named: { readonly [client: string]: string } = {
  sfn: 'stepfunctions',
  'secrets-manager': 'secretsmanager',
  eventbridge: 'events',
};

/** What one file takes from the SDK: `call` of a command, `error` of an exception. */
export interface Used {
  readonly service: string;
  readonly kind: 'call' | 'error';
  readonly name: string;
}

const importing = /import \{([^}]*)\} from '@aws-sdk\/client-([a-z0-9-]+)'/g;

/** Every call and every error class of the SDK that the service's own files name. */
export const usedOfSdk = (): readonly Used[] => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((one) =>
    one.endsWith('.ts'),
  );
  const all = files.flatMap((one) =>
    [...readFileSync(join(root, 'src', one), 'utf8').matchAll(importing)].flatMap(([, names = '', client = '']) =>
      names.split(',').flatMap((given): readonly Used[] => {
        const name = given.replace(/^\s*type /, '').trim();
        const service = named[client] ?? client;
        if (name.endsWith('Command')) return [{ service, kind: 'call', name: name.slice(0, -'Command'.length) }];
        const isError = /(Exception|Exists|NotFound|Error)$/.test(name) && /instanceof /.test(given) === false;
        return isError ? [{ service, kind: 'error', name }] : [];
      }),
    ),
  );
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
};

/** Limits and enumerations that the code depends on. */
const shapes: { readonly [service: string]: readonly string[] } = {
  batch: ['JobStatus', 'JobQueueType', 'CRType', 'PlatformCapability', 'TagrisTagsMap', 'RetryAction'],
  cloudformation: [
    ...['StackStatus', 'ChangeAction', 'Replacement', 'RequiresRecreation', 'ChangeSetStatus', 'EventType'],
    ...[
      'HookFailureMode',
      'StackDriftDetectionStatus',
      'StackResourceDriftStatus',
      'DifferenceType',
      'OnFailure',
      'DeletionMode',
      'DeploymentConfigMode',
      'DeploymentMode',
      'BeforeValueFrom',
      'AfterValueFrom',
      'PolicyAction',
      'ExecutionStatus',
    ],
    ...['ClientRequestToken', 'ChangeSetName', 'LogicalResourceId', 'ResourcesToSkip'],
    ...['Tags', 'RoleARN', 'BoxedMaxResults', 'Capability', 'TemplateURL'],
  ],
  dynamodb: ['TransactWriteItemList', 'WriteRequests', 'KeyList', 'ClientRequestToken'],
  events: ['PutEventsRequestEntryList'],
  kms: ['DataKeySpec'],
  ec2: ['InstanceStateName', 'VolumeType'],
  lambda: ['SystemLogLevel'],
  logs: ['EventsLimit'],
  secretsmanager: ['SecretIdType'],
  ssm: [
    ...['CommandInvocationStatus', 'PingStatus', 'InstanceInformationFilterKey', 'InstanceInformationFilterValueSet'],
    ...['Comment', 'TimeoutSeconds', 'ParameterNameList', 'InstanceIdList', 'PSParameterName'],
    ...['GetParametersByPathMaxResults', 'ParameterTier', 'ParameterType'],
  ],
  stepfunctions: ['Name', 'SensitiveData', 'SensitiveCause', 'SensitiveError'],
  sts: ['roleSessionNameType', 'externalIdType', 'roleDurationSecondsType'],
};

/** Limits that a model has only in words. */
const texts: { readonly [service: string]: readonly string[] } = {
  batch: [
    ...['SubmitJobRequest.jobName', 'SubmitJobRequest.dependsOn', 'SubmitJobRequest.arrayProperties'],
    ...['RegisterJobDefinitionRequest.jobDefinitionName', 'RetryStrategy.attempts', 'RetryStrategy.evaluateOnExit'],
    ...['JobTimeout.attemptDurationSeconds', 'DescribeJobsRequest.jobs', 'DescribeJobDefinitionsRequest.maxResults'],
    ...['EphemeralStorage.sizeInGiB', 'ContainerProperties.environment', 'TerminateJobRequest.reason'],
    ...['RegisterJobDefinitionRequest.platformCapabilities'],
  ],
  cloudformation: [
    ...['CreateStackInput.StackName', 'CreateStackInput.TemplateBody', 'CreateStackInput.TemplateURL'],
    'DescribeStackResourceDriftsInput.StackResourceDriftStatusFilters',
    ...['CreateStackInput.DisableRollback', 'UpdateStackInput.DisableRollback', 'CreateStackInput.RoleARN'],
  ],
  ec2: ['DescribeSubnetsRequest.Filters'],
  s3: ['UploadPartCopyRequest.PartNumber'],
  ssm: ['PutParameterRequest.Value'],
};

/** Whose tags our stacks and jobs carry; none of our calls are to them, but for some. */
export const tagShapes: { readonly [service: string]: readonly string[] } = {
  ...{ batch: ['TagKey', 'TagValue'], cloudformation: ['TagKey', 'TagValue'] },
  ...{ ecs: ['TagKey', 'TagValue'], efs: ['TagKey', 'TagValue'], elbv2: ['TagKey', 'TagValue'] },
  ...{ iam: ['tagKeyType', 'tagValueType'], lambda: ['TagKey', 'TagValue'], logs: ['TagKey', 'TagValue'] },
  ...{ secretsmanager: ['TagKeyType', 'TagValueType'], ssm: ['TagKey', 'TagValue'] },
};

const asked = () => {
  const bySandbox = Object.entries(services).flatMap(([service, { actions }]) =>
    Object.keys(actions).map((name): Used => ({ service, kind: 'call', name })),
  );
  const byService = Map.groupBy([...usedOfSdk(), ...bySandbox], ({ service }) => service);
  return Object.fromEntries(
    [...new Set([...byService.keys(), ...Object.keys(tagShapes), ...Object.keys(shapes)])].toSorted().map((service) => {
      const calls = (byService.get(service) ?? []).filter(({ kind }) => kind === 'call').map(({ name }) => name);
      return [
        service,
        {
          operations: [...new Set(calls)].toSorted(),
          shapes: [...(shapes[service] ?? []), ...(tagShapes[service] ?? [])],
          texts: texts[service] ?? [],
          limited: [...new Set(bySandbox.filter((one) => one.service === service).map(({ name }) => name))].toSorted(),
        },
      ];
    }),
  );
};

/** What the pinned release says today. */
export const models = async (): Promise<Models> => {
  const python = await pythonEnvironment('botocore', join(here, 'requirements.txt'));
  return JSON.parse(
    execFileSync(python, [join(here, 'extract.py')], {
      input: JSON.stringify(asked()),
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    }),
  );
};

export const modelsInUse = (): { readonly source: string; readonly services: Models } =>
  JSON.parse(readFileSync(file, 'utf8'));

/** What the sandbox holds each call against: local/sandbox/aws/calls/limits.json. */
export const limitsOfSandbox = (all: Models): { readonly [service: string]: { readonly [call: string]: Limits } } =>
  Object.fromEntries(
    Object.entries(services).map(([service, { actions }]) => [
      service,
      Object.fromEntries(
        Object.keys(actions).flatMap((name) => {
          const limits = all[service]?.operations[name]?.limits;
          const accepted = Object.entries(limits?.in ?? {}).filter(([member]) =>
            actions[name]?.accepts.includes(member),
          );
          return accepted.length === 0 ? [] : [[name, { in: Object.fromEntries(accepted) }]];
        }),
      ),
    ]),
  );

if (import.meta.main) {
  const pinned = /^botocore==(\S+)$/m.exec(readFileSync(join(here, 'requirements.txt'), 'utf8'))?.[1];
  const all = await models();
  writeFileSync(file, `${JSON.stringify({ source: `botocore ${pinned}`, services: all }, null, 2)}\n`);
  writeFileSync(limitsFile, `${JSON.stringify(limitsOfSandbox(all), null, 2)}\n`);
}
