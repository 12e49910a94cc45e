/** Drives one cell of the matrix: prepares, lets one call go wrong, and looks at what has come of it. */

import { accounts } from '../../../local/sandbox/aws/world/world.ts';
import type { Addresses, Call } from './call.ts';
import { calls } from './calls.ts';
import type { House } from './house.ts';
import { judge, type Outcome } from './judge.ts';
import { secretsIn } from './secrets.ts';
import { type Cell, Subject } from './subject.ts';
import type { Fault } from './wire.ts';

const [, tenant] = accounts;

export const drive = async (house: House, cell: Cell): Promise<Outcome> => {
  await reset(house);
  const said: string[] = [];
  const { log } = console;
  console.log = (...lines: unknown[]) => void said.push(lines.join(' '));
  try {
    const subject = new Subject(house, cell, await house.sandbox.token({ subject: 'ann' }));
    await prepare(subject);
    const door = await meet(subject);
    house.wire.set();
    await subject.recover();
    const met = house.wire.hits > 0 || isDirect(cell) ? [] : ['the call was never made'];
    const outcome = await judge(subject, door);
    const leaks = secretsIn(house, [...subject.history, ...subject.answers, ...said]);
    return { ...outcome, problems: [...met, ...outcome.problems, ...leaks] };
  } finally {
    console.log = log;
    house.wire.set();
  }
};

/** These go past the wire, to the server itself. */
const isDirect = ({ call }: Cell): boolean => call.needs === 'callback' || call.needs === 'import';

export const reset = async ({ fetch, sandbox, aws, receiver, server, wire }: House): Promise<void> => {
  wire.set();
  wire.sent.length = 0;
  aws.started.length = 0;
  aws.executions.clear();
  receiver.received.length = 0;
  receiver.deliveries.clear();
  receiver.isLost = () => false;
  for (const path of ['/hook', '/web.yaml']) server.route(path, { kind: undefined, upstream: receiver.url });
  await fetch(`${sandbox.imUrl}/_sandbox`, { method: 'DELETE' });
  await fetch(`${sandbox.awsUrl}/_sandbox/aws`, { method: 'DELETE' });
};

const addressesOf = ({ sandbox, engine }: House): Addresses => ({
  im: sandbox.imUrl,
  issuer: sandbox.issuer,
  federation: sandbox.federation.url,
  s3: engine.endpoints.s3.replace(/\/$/, ''),
});

const faultOf = (house: House, call: Call, kind: Fault['kind']): Fault => {
  const addresses = addressesOf(house);
  return { kind, matches: (request) => call.matches(request, addresses) };
};

const named = (name: string): Call => {
  const found = calls.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no call ${name}`);
  return found;
};

/** A deployment to work on, where the operation is not its creation. */
const prepare = async (subject: Subject): Promise<void> => {
  const { house, cell } = subject;
  const { needs } = cell.call;
  if (needs === 'own-account') await storeInVault(subject);
  if (needs === 'clean-up') await failMachines(house, cell.call.deployer);
  if (cell.operation === 'create') return;
  // an infrastructure of which only the provider knows
  if (needs === 'orphan')
    house.wire.set(faultOf(house, named('IM create'), 'cut'), faultOf(house, named('IM list'), '5xx'));
  const { status, body } = await subject.ask('create');
  if (status !== 201) throw new Error(`it could not be prepared: ${status} ${body}`);
  if (needs === 'in-flight') return subject.workUntil('SubmitAttempt');
  await subject.work();
  house.wire.set();
  await subject.findResource();
  if (needs !== 'stopped') return;
  await subject.ask('action', 'stop');
  await subject.work();
};

/** Of the provider that comes first. */
export const mendMachines = async ({ fetch, sandbox }: House, deployer: Call['deployer']): Promise<void> => {
  const put = (address: string, body: object) => fetch(address, { method: 'PUT', body: JSON.stringify(body) });
  if (deployer === 'infrastructure-manager' || deployer === undefined)
    await put(`${sandbox.imUrl}/_sandbox/clouds/sandbox-a`, { fault: null });
  else await put(`${sandbox.awsUrl}/_sandbox/aws`, { faults: [] });
};

export const failMachines = async ({ fetch, sandbox }: House, deployer: Call['deployer']): Promise<void> => {
  const put = (address: string, body: object) => fetch(address, { method: 'PUT', body: JSON.stringify(body) });
  const fault = { resource: 'no-capacity', type: 'AWS::EC2::Instance', account: tenant };
  const noImage = { job: 'no-image', region: 'eu-central-1' };
  if (deployer === 'batch') await put(`${sandbox.awsUrl}/_sandbox/aws`, { faults: [noImage] });
  else if (deployer === 'cloudformation') await put(`${sandbox.awsUrl}/_sandbox/aws`, { faults: [fault] });
  else await put(`${sandbox.imUrl}/_sandbox/clouds/sandbox-a`, { fault: 'fail-vm' });
};

/** As users do it. */
const storeInVault = async ({ house, token }: Subject): Promise<void> => {
  const post = async (path: string, body: object, own = ''): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', 'x-vault-token': own };
    const address = `${house.sandbox.federation.url}/vault/v1/${path}`;
    return (await house.fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const { auth } = (await post('auth/jwt/login', { jwt: token })) as {
    readonly auth: { readonly client_token: string; readonly entity_id: string };
  };
  const data = { username: 'ann', password: 'sandbox-password' };
  await post(`secret/data/${auth.entity_id}/services_credential/sandbox-own`, { data }, auth.client_token);
};

/** The operation, with its fault. Answers what the client was told. */
const meet = async (subject: Subject): Promise<{ readonly status: number; readonly body: string }> => {
  const { house, cell } = subject;
  const { call, kind, operation } = cell;
  const faults = [
    faultOf(house, call, kind),
    ...(call.needs === 'orphan' && operation === 'create' ? [faultOf(house, named('IM create'), 'cut')] : []),
  ];
  subject.goAstray();
  if (call.at !== 'workflow') house.wire.set(...faults);
  const ask = () => subject.ask(operation, call.needs === 'stopped' ? 'start' : 'stop');
  const first = await ask();
  const answer = first.status >= 400 && kind === 'once' ? await ask() : first; // as a client does
  if (call.at === 'request') house.wire.set();
  if (call.at === 'workflow') house.wire.set(...faults);
  await subject.work();
  return answer;
};
