import type { Call } from './call.ts';
/** Every call that the service makes of others, and the operations in which it does. */

import { jobCalls } from './job-calls.ts';
import { stackCalls } from './stack-calls.ts';

type Test = Call['matches'];

const im =
  (method: string, path: RegExp): Test =>
  (request, { im: base }) =>
    request.method === method && request.url.href.startsWith(base) && path.test(request.url.href.slice(base.length));

const partner =
  (path: RegExp): Test =>
  ({ url }, { federation: base }) =>
    url.href.startsWith(base) && path.test(url.href.slice(base.length));

const aws =
  (target: RegExp): Test =>
  (request) =>
    target.test(request.target);

const s3 =
  (methods: string, path = /./): Test =>
  ({ method, url }, { s3: base }) =>
    url.href.startsWith(base) && methods.split(' ').includes(method) && path.test(url.pathname);

const manager = /Infrastructure Manager/;
const all = ['create', 'update', 'delete', 'action'] as const;
const ranking = ['create', 'update'] as const;
const one = '/infrastructures/[^/?]+';

const infrastructureManager: readonly Call[] = [
  { name: 'IM create', operations: ['create'], said: manager, matches: im('POST', /^\/infrastructures\?/) },
  {
    ...{ name: 'IM list', operations: ['create', 'delete'], said: manager, needs: 'orphan' },
    matches: im('GET', /^\/infrastructures$/),
  },
  {
    ...{ name: 'IM template', operations: ['create', 'delete'], said: manager, needs: 'orphan' },
    matches: im('GET', RegExp(`^${one}/tosca$`)),
  },
  {
    ...{ name: 'IM state', operations: ['create', 'update', 'delete'], said: manager },
    matches: im('GET', RegExp(`^${one}/state$`)),
  },
  {
    ...{ name: 'IM machine', operations: ['create', 'update', 'action'], said: manager },
    matches: im('GET', RegExp(`^${one}/vms/\\d+$`)),
  },
  { name: 'IM outputs', operations: ranking, said: manager, matches: im('GET', RegExp(`^${one}/outputs$`)) },
  { name: 'IM log', operations: ranking, said: manager, matches: im('GET', RegExp(`^${one}/contmsg$`)) },
  { name: 'IM update', operations: ['update'], said: manager, matches: im('POST', RegExp(`^${one}$`)) },
  {
    ...{ name: 'IM remove machine', operations: ['update'], said: manager, needs: 'scale-in' },
    matches: im('DELETE', RegExp(`^${one}/vms/`)),
  },
  { name: 'IM destroy', operations: ['delete'], said: manager, matches: im('DELETE', RegExp(`^${one}(\\?|$)`)) },
  {
    ...{ name: 'IM destroy (clean-up)', operations: ['create'], said: manager, needs: 'clean-up' },
    matches: im('DELETE', RegExp(`^${one}(\\?|$)`)),
  },
  { name: 'IM stop', operations: ['action'], said: manager, matches: im('PUT', /\/stop$/) },
  { name: 'IM start', operations: ['action'], said: manager, needs: 'stopped', matches: im('PUT', /\/start$/) },
];

const federation: readonly Call[] = [
  { name: 'SLAM', operations: ranking, said: /SLAM/, usersToken: true, matches: partner(/^\/slam\//) },
  { name: 'CMDB provider', operations: ranking, said: /CMDB/, matches: partner(/^\/cmdb\/provider\/id\/[^/]+$/) },
  { name: 'CMDB services', operations: ranking, said: /CMDB/, matches: partner(/^\/cmdb\/.*\/services/) },
  { name: 'CMDB tenants', operations: ranking, said: /CMDB/, matches: partner(/^\/cmdb\/.*\/tenants/) },
  { name: 'CMDB images', operations: ranking, said: /CMDB/, matches: partner(/^\/cmdb\/.*\/images/) },
  { name: 'CMDB flavors', operations: ranking, said: /CMDB/, matches: partner(/^\/cmdb\/.*\/flavors/) },
  // an update stays at its service, so nobody is asked which one is best
  { name: 'monitoring', operations: ['create'], said: /monitoring/, matches: partner(/^\/monitoring\//) },
  { name: 'CPR', operations: ['create'], said: /CPR/, matches: partner(/^\/cpr\//) },
  {
    ...{ name: 'Vault login', operations: all, said: /Vault/, needs: 'own-account' },
    matches: partner(/^\/vault\/v1\/auth/),
  },
  {
    ...{ name: 'Vault read', operations: all, said: /Vault/, needs: 'own-account' },
    matches: partner(/^\/vault\/v1\/secret/),
  },
];

const grant =
  (type: string): Test =>
  (request, addresses) =>
    partner(/^\/issuer\/token/)(request, addresses) && request.body.includes(type);

const issuer: readonly Call[] = [
  {
    ...{ name: 'issuer keys', operations: all, said: /issuer|publishes keys/ },
    matches: ({ url }, { issuer: base }) => url.href.startsWith(`${base}/.well-known/jwks`),
  },
  { name: 'token exchange', operations: ranking, said: /issuer|127\.0\.0\.1/, matches: grant('token-exchange') },
  { name: 'token refresh', operations: all, said: /issuer|127\.0\.0\.1/, matches: grant('grant_type=refresh') },
  {
    ...{ name: 'token revocation', operations: ['delete'], said: /issuer/ },
    matches: ({ url }, { issuer: base }) =>
      url.href.startsWith(base) && /revoke|openid-configuration/.test(url.pathname),
  },
];

const outside: readonly Call[] = [
  { name: 'callback', operations: ['create', 'update', 'delete'], said: /./, needs: 'callback', matches: () => false },
  { name: 'import', operations: ranking, said: /types\.example/, needs: 'import', matches: () => false },
];

const own: readonly Call[] = [
  {
    ...{
      name: 'DynamoDB (request)',
      operations: all,
      said: /DynamoDB|a required service did not answer/,
      at: 'request',
    },
    matches: aws(/^DynamoDB/),
  },
  {
    ...{ name: 'DynamoDB read', operations: all, said: /DynamoDB|ask the operators/, at: 'workflow' },
    matches: aws(/^DynamoDB.*\.(GetItem|Query|BatchGet)/),
  },
  {
    ...{ name: 'DynamoDB write', operations: all, said: /DynamoDB|ask the operators/, at: 'workflow' },
    matches: aws(/^DynamoDB.*\.(PutItem|UpdateItem|DeleteItem|Transact|BatchWrite)/),
  },
  {
    name: 'S3 read',
    operations: ranking,
    said: /S3|the template can no longer be read|ask the operators/,
    at: 'workflow',
    matches: s3('GET', /\/templates\//),
  },
  { name: 'S3 write', operations: ranking, said: /S3|ask the operators/, at: 'workflow', matches: s3('PUT') },
  {
    name: 'S3 list, delete',
    operations: ['delete'],
    said: /S3|ask the operators/,
    matches: s3('GET POST', /^\/[^/]*\/?$/),
  },
  { name: 'Secrets Manager', operations: all, said: /Secrets Manager/, matches: aws(/GetSecretValue/), at: 'workflow' },
  { name: 'StartExecution', operations: all, said: /Step Functions/, matches: aws(/StartExecution/), at: 'request' },
  {
    ...{ name: 'StopExecution', operations: ['delete'], said: /Step Functions/, needs: 'in-flight' },
    matches: aws(/StopExecution/),
    at: 'request',
  },
];

const inUsersName = (call: Call): Call => ({ ...call, usersToken: true });

export const calls: readonly Call[] = [
  ...infrastructureManager.map(inUsersName),
  ...stackCalls,
  ...jobCalls,
  ...federation,
  ...issuer,
  ...outside,
  ...own,
];
