import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundled } from './bundled.ts';

/** What lib/bundles leaves out or packs of the libraries must not be missed: docs/decisions/0009. */
describe('expressions in a bundle', () => {
  let matches: (expression: string, text: string) => boolean | string;
  beforeAll(async () => {
    const program = `import { RE2JS, RE2JSException } from 're2js';
export const matches = (expression, text) => {
  try { return RE2JS.compile(expression).matches(text); }
  catch (error) { return error instanceof RE2JSException ? error.message : 'another error'; }
};`;
    ({ matches } = (await bundled(program)) as { matches: typeof matches });
  }, 60_000);

  it('match as those of the library', () => {
    expect(matches('a+b', 'aab')).toBe(true);
    expect(matches('a+b', 'abc')).toBe(false);
  });

  it('know the classes of Unicode, their scripts and cases', () => {
    expect(matches('\\p{Greek}+', 'λόγος')).toBe(true);
    expect(matches('\\p{Greek}+', 'logos')).toBe(false);
    expect(matches('(?i)ÅNGSTRÖM', 'ångström')).toBe(true);
  });

  it('are refused by the same error', () => {
    expect(matches('(?<=a)b', 'b')).toMatch(/invalid|unsupported/i);
  });
});

describe('the SDK in a bundle', () => {
  type Outcome = { readonly name: string; readonly message: string; readonly base: boolean; readonly $fault: string };
  let fail: (client: 's3' | 'sfn', endpoint: string) => Promise<Outcome>;
  let server: Server;
  let endpoint: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      const [status, body] = request.headers['x-amz-target']
        ? [400, JSON.stringify({ __type: 'StateMachineTypeNotSupported', message: 'it is an express one' })]
        : [403, '<Error><Code>AccessDenied</Code><Message>it is not yours</Message></Error>'];
      response.writeHead(status, { 'Content-Type': 'application/xml' }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const program = `import { GetObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { SFNClient, SFNServiceException, StartExecutionCommand } from '@aws-sdk/client-sfn';
const settings = (endpoint) => ({ endpoint, region: 'eu-south-1', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } });
const send = {
  s3: (endpoint) => new S3Client(settings(endpoint)).send(new GetObjectCommand({ Bucket: 'bucket', Key: 'key' })),
  sfn: (endpoint) => new SFNClient(settings(endpoint)).send(new StartExecutionCommand({ stateMachineArn: 'arn' })),
};
export const fail = (client, endpoint) => send[client](endpoint).catch((error) => ({
  name: error.name, message: error.message, $fault: error.$fault,
  base: error instanceof (client === 's3' ? S3ServiceException : SFNServiceException),
}));`;
    ({ fail } = (await bundled(program)) as { fail: typeof fail });
  }, 60_000);
  afterAll(() => server.close());

  it('tells an error of a service that it has no class for by name, message and base class', async () => {
    expect(await fail('s3', endpoint)).toEqual({
      name: 'AccessDenied',
      message: 'it is not yours',
      $fault: 'client',
      base: true,
    });
    expect(await fail('sfn', endpoint)).toEqual({
      name: 'StateMachineTypeNotSupported',
      message: 'it is an express one',
      $fault: 'client',
      base: true,
    });
  });
});
