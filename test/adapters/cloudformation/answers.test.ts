import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cloudFormation } from '../../../src/adapters/cloudformation/cloudformation.ts';
import type { AwsAccount } from '../../../src/adapters/cloudformation/sessions.ts';
import type { Submission } from '../../../src/domain/deployers/planner.ts';
import type { Deployer } from '../../../src/domain/deployers/ports.ts';

const clock = { now: () => new Date() };
const order = JSON.stringify({
  name: 'toscanini-1-1',
  template: { Resources: {} },
  parameters: {},
  tags: {},
}) as Submission;

let server: Server;
let answer: { readonly status: number; readonly body: string | ((asked: string) => string) };
beforeEach(async () => {
  server = createServer(async (request, response) => {
    const asked = (await request.toArray()).join('');
    const body = typeof answer.body === 'string' ? answer.body : answer.body(asked);
    response.writeHead(answer.status, { 'content-type': 'text/xml' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const deployer = (account: Partial<AwsAccount> = {}): Deployer => {
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clients = { endpoint, credentials: { accessKeyId: 'local', secretAccessKey: 'local' }, maxAttempts: 1 };
  return cloudFormation({ clock, clients, accountOf: () => ({ region: 'eu-west-1', ...account }) })('aws');
};

const calls: readonly (readonly [string, (of: Deployer) => Promise<unknown>])[] = [
  ['create', (of) => of.create(order)],
  ['find', (of) => of.find('toscanini-1-1')],
  ['list', (of) => of.list()],
  ['names', (of) => of.names(['a'])],
  ['status', (of) => of.status('a')],
  ['virtualMachines', (of) => of.virtualMachines('a', ['i-1'])],
  ['outputs', (of) => of.outputs('a')],
  ['log', (of) => of.log('a')],
  ['update', (of) => of.update('a', order)],
  ['release', (of) => of.release('a', [])],
  ['operate', (of) => of.operate('a', 'i-1', 'stop')],
  ['destroy', (of) => of.destroy('a')],
];

const page = '<html><body>Please sign in</body></html>';

describe('an answer of somebody who stands between', () => {
  it.each(calls)('to %s is an outage: nothing is taken for gone, empty or refused', async (_, call) => {
    for (const body of [page, '{"a"', '']) {
      answer = { status: 200, body };
      await expect(call(deployer())).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
    }
    answer = { status: 400, body: '<ErrorResponse><Error><Code>ValidationError</Co' };
    await expect(call(deployer())).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
  });

  it('instead of the credentials of a role is an outage too', async () => {
    answer = { status: 200, body: page };
    const account = { roleArn: 'arn:aws:iam::222222222222:role/x', externalId: async () => 'never-quoted' };
    await expect(deployer(account).status('a')).rejects.toMatchObject({ name: 'ProviderUnavailableError' });
  });
});

describe('the external id of a role', () => {
  it.each([403, 503])('is in no message, though the answer %i quotes the request', async (status) => {
    const body = (asked: string) =>
      `<ErrorResponse><Error><Code>AccessDenied</Code><Message>refused: ${asked.replaceAll('&', '&amp;')}</Message></Error></ErrorResponse>`;
    answer = { status, body };
    const account = { roleArn: 'arn:aws:iam::222222222222:role/x', externalId: async () => 'never/quoted' };
    const refused = await deployer(account)
      .status('a')
      .catch((error: unknown) => error as Error);
    expect(refused).toBeInstanceOf(Error);
    const { message, cause } = refused as Error;
    expect(message).toContain('ExternalId=***');
    const isRefusal = (refused as { outageCause?: string }).outageCause === 'credentials-refused';
    expect([(refused as Error).name, isRefusal]).toEqual(['ProviderUnavailableError', status === 403]);
    expect(`${message} ${cause} ${(cause as Error).stack}`).not.toMatch(/never(%2F|\/)quoted/);
  });
});
