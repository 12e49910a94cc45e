import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keptSessions } from '../../../src/adapters/aws/kept-sessions.ts';

/** A cloud that gives sessions, and knows only the latest, unless it is told otherwise. */
let cloud: {
  given: number;
  isKnown: (session: number) => boolean;
  refusal: readonly [string, string];
  calls: number[];
};
let server: Server;
let now: number;

beforeEach(async () => {
  now = Date.parse('2026-11-28T12:00:00Z');
  cloud = { given: 0, isKnown: () => true, refusal: ['InvalidClientTokenId', 'it is invalid'], calls: [] };
  server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    const answer = (status: number, xml: string) => response.writeHead(status, { 'content-type': 'text/xml' }).end(xml);
    if (body.includes('Action=AssumeRole')) {
      cloud.given += 1;
      const parts = `<AccessKeyId>key-${cloud.given}</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken>`;
      const credentials = `<Credentials>${parts}<Expiration>${new Date(now + 3_600_000).toISOString()}</Expiration></Credentials>`;
      return answer(
        200,
        `<AssumeRoleResponse><AssumeRoleResult>${credentials}</AssumeRoleResult></AssumeRoleResponse>`,
      );
    }
    const session = Number(/Credential=key-(\d+)/.exec(request.headers.authorization ?? '')?.[1]);
    cloud.calls.push(session);
    const [code, message] = cloud.refusal;
    const error = `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;
    if (!cloud.isKnown(session)) return answer(403, error);
    answer(
      200,
      '<DescribeStacksResponse><DescribeStacksResult><Stacks/></DescribeStacksResult></DescribeStacksResponse>',
    );
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

const account = { region: 'eu-west-1', roleArn: 'arn:aws:iam::222222222222:role/toscanini' };
const sessions = () => {
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { endpoint, credentials: { accessKeyId: 'own', secretAccessKey: 'own' }, maxAttempts: 1 };
  return keptSessions({ clock: { now: () => new Date(now) }, settings }, (config) => ({
    stacks: new CloudFormationClient(config),
  }));
};
const ask = async (open: ReturnType<typeof sessions>) =>
  (await open('aws', account)).stacks.send(new DescribeStacksCommand({}));

describe('session credentials', () => {
  it.each([
    'ExpiredToken',
    'ExpiredTokenException',
    'InvalidClientTokenId',
    'UnrecognizedClientException',
    'AuthFailure',
  ])('that are refused with %s are asked for anew, and the call is sent once more', async (code) => {
    const open = sessions();
    await ask(open);
    cloud.refusal = [code, 'no'];
    cloud.isKnown = (session) => session > 1;
    await ask(open);
    await ask(open);
    expect(cloud).toMatchObject({ given: 2, calls: [1, 1, 2, 2] });
  });

  it('are asked for once by many calls at the same time', async () => {
    const open = sessions();
    await ask(open);
    cloud.isKnown = (session) => session > 1;
    await Promise.all(Array.from({ length: 30 }, () => ask(open)));
    expect(cloud.given).toBe(2);
  });

  it('that are refused twice are an error as before, and the next call may succeed', async () => {
    const open = sessions();
    cloud.isKnown = () => false;
    await expect(ask(open)).rejects.toMatchObject({ name: 'InvalidClientTokenId' });
    expect(cloud).toMatchObject({ given: 2, calls: [1, 2] });
    cloud.isKnown = () => true;
    await ask(open);
    expect(cloud.given).toBe(2);
  });

  it('of revoked sessions are asked for anew, but not for each call that a policy denies', async () => {
    const open = sessions();
    await ask(open);
    cloud.refusal = ['AccessDenied', 'not authorized to perform it with an explicit deny in an identity-based policy'];
    cloud.isKnown = (session) => session > 1;
    now += 60_000;
    await ask(open);
    expect(cloud.given).toBe(2);
    cloud.isKnown = () => false;
    for (let call = 0; call < 3; call += 1) await expect(ask(open)).rejects.toMatchObject({ name: 'AccessDenied' });
    expect(cloud.given).toBe(2);
  });

  it('stay when a right is missing', async () => {
    const open = sessions();
    cloud.refusal = ['AccessDenied', 'no identity-based policy allows it'];
    cloud.isKnown = () => false;
    now += 120_000;
    await expect(ask(open)).rejects.toMatchObject({ name: 'AccessDenied' });
    expect(cloud).toMatchObject({ given: 1, calls: [1] });
  });
});
