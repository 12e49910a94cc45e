/** Leads the SDK's calls straight into the sandbox's AWS: no HTTP, and a signature that nobody computes. */

import { Readable } from 'node:stream';
import type { AwsServer, SignedCall } from '../../../local/sandbox/aws/server.ts';
import type { ClientSettings } from '../../../src/adapters/aws/kept-sessions.ts';

interface Request {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Configuration {
  setHttpHandler(handler: object): void;
  setHttpAuthScheme(scheme: object): void;
}

interface Identity {
  readonly accessKeyId: string;
}

type Extension = NonNullable<ClientSettings['extensions']>[number];

/** The sandbox reads the scope of a signature. The signature itself it checks for roles only, which this is not for. */
const signer = {
  sign: async (
    request: Request,
    { accessKeyId }: Identity,
    { name, region }: { readonly name: string; readonly region: string },
  ) => {
    const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/${region}/${name}/aws4_request`;
    return Object.assign(request, { headers: { ...request.headers, authorization } });
  },
};

/** What a client is given as an extension. */
export const directAws = (server: Pick<AwsServer, 'answer'>): Extension => {
  const handle = async (request: Request) => {
    const answer = await server.answer(callOf(request));
    if (answer === undefined) throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    const headers = { 'content-type': answer.type, ...answer.headers };
    // a stream, as HTTP brings it: log-events.ts reads one
    const body = Readable.from([Buffer.from(answer.body)]);
    return { response: { statusCode: answer.status, headers, body } };
  };
  return {
    configure: (configuration) => {
      const { setHttpHandler, setHttpAuthScheme } = configuration as unknown as Configuration;
      setHttpHandler({ handle, destroy: () => undefined, metadata: { handlerProtocol: 'http/1.1' } });
      const identityProvider = (config: { getIdentityProvider(id: string): unknown }) =>
        config.getIdentityProvider('aws.auth#sigv4');
      setHttpAuthScheme({ schemeId: 'aws.auth#sigv4', identityProvider, signer });
    },
  };
};

const callOf = ({ path, headers, body }: Request): SignedCall => {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { url: path, headers: Object.fromEntries(named), body: textOf(body) };
};

const textOf = (body: unknown): string | undefined =>
  body instanceof Uint8Array ? Buffer.from(body).toString() : (body as string | undefined);
