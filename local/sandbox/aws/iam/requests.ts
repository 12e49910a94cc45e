/**
 * What IAM is asked about a call: its actions, each on a resource, with the keys of conditions that the service fills in. An
 * action that is not here has no resources (test/lib/aws-data holds that against AWS's own list).
 */

import { queueArn } from '../batch/queue-arn.ts';
import { type Call, text, texts } from '../calls/call.ts';
import { allStacks, findStack } from '../calls/lookup.ts';
import { type Bag, bagsOf, isBag, type Json, textOf } from '../protocol/json.ts';
import { arnOfParameter } from '../world/parameters.ts';
import type { Context, Request } from './policy.ts';

type Asking = (call: Call, action: string) => readonly Request[];

export const requestsOf = (service: string, action: string, call: Call): readonly Request[] => {
  const name = `${service}:${action}`;
  if (free.includes(name)) return [];
  const asking = service === 'cloudformation' ? (stacks[action] ?? onStack) : others[name];
  return asking?.(call, name) ?? [request(name, '*')];
};

const request = (action: string, resource: string, context: Context = {}): Request => ({ action, resource, context });

/** IAM allows it to everybody. */
const free: readonly string[] = ['sts:GetCallerIdentity'];

const tagged = (keys: readonly string[], tags: { readonly [key: string]: string }): Context =>
  Object.fromEntries(keys.flatMap((key) => Object.entries(tags).map(([name, value]) => [`${key}/${name}`, value])));

/** `role` is handed to a service, which goes on using it. */
const passing = (role: string | undefined, service: string): readonly Request[] =>
  role === undefined ? [] : [request('iam:PassRole', role, { 'iam:PassedToService': service })];

const onStack: Asking = (call, action) => [request(action, stackArn(call), roleKey(call))];

const roleKey = (call: Call): Context => {
  const role = text(call, 'RoleARN');
  return role === undefined ? {} : { 'cloudformation:RoleArn': role };
};

/** The stack of that name, or of a change set that is named by its ARN. */
const stackArn = ({ place, now, params }: Call): string => {
  const name = textOf(params['StackName']);
  const changeSet = textOf(params['ChangeSetName']);
  if (name === undefined) {
    const found = allStacks(place, now).find(({ changeSets }) => changeSets.some(({ id }) => id === changeSet));
    return found?.id ?? '*';
  }
  if (name.startsWith('arn:')) return name;
  const known = findStack(place, name, now);
  return known?.id ?? `arn:aws:cloudformation:${place.region}:${place.account}:stack/${name}/*`;
};

/** A change of a stack, with all that it brings. */
const changing: Asking = (call, action) => [
  ...onStack(call, action),
  ...passing(text(call, 'RoleARN'), 'cloudformation.amazonaws.com'),
  ...(bagsOf(call.params['Tags']).length > 0 ? [request('cloudformation:TagResource', stackArn(call))] : []),
  ...templateOf(call),
];

/** CloudFormation reads a template in S3 with the rights of the caller. The address has the bucket in its path or its name. */
const templateOf = (call: Call): readonly Request[] => {
  const url = text(call, 'TemplateURL');
  if (url === undefined || !URL.canParse(url)) return [];
  const { hostname, pathname } = new URL(url);
  const path = decodeURIComponent(pathname).slice(1);
  const [, bucket] = /^(.+?)\.(?:s3[.-].+|localhost)$/.exec(hostname) ?? [];
  return [request('s3:GetObject', `arn:aws:s3:::${bucket === undefined ? path : `${bucket}/${path}`}`)];
};

const withoutStack: Asking = (_call, action) => [request(action, '*')];

const stacks: { readonly [action: string]: Asking } = {
  CreateStack: changing,
  UpdateStack: changing,
  CreateChangeSet: changing,
  DeleteStack: (call, action) => [
    ...onStack(call, action),
    ...passing(text(call, 'RoleARN'), 'cloudformation.amazonaws.com'),
  ],
  ContinueUpdateRollback: (call, action) => [
    ...onStack(call, action),
    ...passing(text(call, 'RoleARN'), 'cloudformation.amazonaws.com'),
  ],
  ListStacks: withoutStack,
  ValidateTemplate: withoutStack,
};

const onMachines: Asking = (call, action) =>
  texts(call, 'InstanceId').map((id) => request(action, machineArn(call, id), machineTags(call, id)));

const machineArn = ({ place: { region, account } }: Call, id: string): string =>
  `arn:aws:ec2:${region}:${account}:instance/${id}`;

const machineTags = ({ place }: Call, id: string): Context =>
  tagged(['aws:ResourceTag', 'ec2:ResourceTag', 'ssm:resourceTag'], place.things[id]?.tags ?? {});

const parameter = (call: Call, action: string, name: string): Request => {
  const tags = call.place.parameters?.[name]?.tags ?? {};
  const { machine } = call.caller;
  return request(action, name.startsWith('/aws/') ? publicArn(call, name) : arnOfParameter(call.place, name), {
    ...tagged(['aws:ResourceTag', 'ssm:resourceTag'], tags),
    ...(machine !== undefined && { 'ec2:SourceInstanceARN': machine }),
  });
};

/** Of AWS itself: it has no account. */
const publicArn = ({ place: { region } }: Call, name: string): string => `arn:aws:ssm:${region}::parameter${name}`;

const onParameters: Asking = (call, action) => texts(call, 'Names').map((name) => parameter(call, action, name));

const isFilled = (value: Json): boolean => (Array.isArray(value) ? value.length > 0 : isBag(value) && named(value) > 0);
const named = (bag: Bag): number => Object.keys(bag).length;

const jobTags = ({ place }: Call, id: string): Context => tagged(['aws:ResourceTag'], place.jobs?.[id]?.tags ?? {});

const batchArn = ({ place: { region, account } }: Call, rest: string): string =>
  `arn:aws:batch:${region}:${account}:${rest}`;

const definitionArn = (call: Call, name: string): string =>
  name.startsWith('arn:') ? name : batchArn(call, `job-definition/${name}`);

const endingJob: Asking = (call, action) => {
  const id = text(call, 'jobId') ?? '';
  return [request(action, batchArn(call, `job/${id}`), jobTags(call, id))];
};

const rolesOf = ({ params }: Call): readonly Request[] => {
  const container = params['containerProperties'];
  const roles = isBag(container) ? [container['executionRoleArn'], container['jobRoleArn']] : [];
  return roles.flatMap((role) => passing(textOf(role), 'ecs-tasks.amazonaws.com'));
};

const others: { readonly [action: string]: Asking } = {
  'ec2:StartInstances': onMachines,
  'ec2:StopInstances': onMachines,
  'ec2:TerminateInstances': onMachines,
  'sts:AssumeRole': (call, action) => [request(action, text(call, 'RoleArn') ?? '*')],
  'logs:GetLogEvents': ({ place: { region, account }, params }, action) => {
    const [group, stream] = [textOf(params['logGroupName']) ?? '', textOf(params['logStreamName']) ?? ''];
    return [request(action, `arn:aws:logs:${region}:${account}:log-group:${group}:log-stream:${stream}`)];
  },
  'ssm:GetParameter': (call, action) => [parameter(call, action, text(call, 'Name') ?? '')],
  'ssm:GetParameters': onParameters,
  'ssm:DeleteParameters': onParameters,
  'ssm:GetParametersByPath': (call, action) => [
    request(action, arnOfParameter(call.place, (text(call, 'Path') ?? '').replace(/\/$/, ''))),
  ],
  'ssm:PutParameter': (call, action) => [
    parameter(call, action, text(call, 'Name') ?? ''),
    ...(isFilled(call.params['Tags']) ? [parameter(call, 'ssm:AddTagsToResource', text(call, 'Name') ?? '')] : []),
  ],
  'ssm:SendCommand': (call, action) => [
    request(action, `arn:aws:ssm:${call.place.region}::document/${text(call, 'DocumentName')}`),
    ...texts(call, 'InstanceIds').map((id) => request(action, machineArn(call, id), machineTags(call, id))),
  ],
  'batch:RegisterJobDefinition': (call, action) => {
    const resource = definitionArn(call, text(call, 'jobDefinitionName') ?? '');
    const tags = isFilled(call.params['tags']) ? [request('batch:TagResource', resource)] : [];
    return [request(action, resource), ...rolesOf(call), ...tags];
  },
  'batch:DeregisterJobDefinition': (call, action) => [
    request(action, definitionArn(call, text(call, 'jobDefinition') ?? '')),
  ],
  'batch:SubmitJob': (call, action) => {
    const queue = text(call, 'jobQueue') ?? '';
    const job = isFilled(call.params['tags']) ? [request('batch:TagResource', batchArn(call, 'job/*'))] : [];
    return [
      request(action, definitionArn(call, text(call, 'jobDefinition') ?? '')),
      request(action, queue.startsWith('arn:') ? queue : queueArn(call.place, queue)),
      ...job,
    ];
  },
  'batch:TerminateJob': endingJob,
};

/** Actions with resources, for the test that holds this list against AWS's. */
export const withResources: readonly string[] = [...Object.keys(others), ...free];
