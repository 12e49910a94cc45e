/** Leads the SDK's calls straight to a service that answers in this process: no HTTP. The sandbox's AWS does, and a laptop's Step Functions and S3. */

import { Readable } from 'node:stream';
import type { ClientExtension, HttpHandler } from '../../src/adapters/aws/clients.ts';
import type { ClientSettings } from '../../src/adapters/aws/kept-sessions.ts';
import type { AwsServer } from '../sandbox/aws/server.ts';

interface Request {
  readonly method: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Call {
  readonly method: string;
  /** path and query */
  readonly url: string;
  /** by names in small letters */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** undefined: the answer is lost, and the caller sees a broken connection */
type Answers = (call: Call) => Promise<Answer | undefined>;

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** As HTTP would bring them to the service, and its answer to the SDK. */
const handled = async (answer: Answers, request: Request): Promise<{ readonly response: object }> => {
  const answered = await answer(callOf(request));
  if (answered === undefined) throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
  const headers = { 'content-type': answered.type, ...answered.headers };
  // a stream, as HTTP brings it: log-events.ts reads one
  const body = Readable.from([Buffer.from(answered.body as string)]);
  return { response: { statusCode: answered.status, headers, body } };
};

const callOf = ({ method, path, query = {}, headers, body }: Request): Call => {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const parameters = new URLSearchParams();
  for (const [name, values] of Object.entries(query))
    for (const value of [values ?? ''].flat()) parameters.append(name, value);
  const url = parameters.size === 0 ? path : `${path}?${parameters}`;
  return { method, url, headers: Object.fromEntries(named), body: textOf(body) };
};

/** Not by `Buffer.from(body)`: the SDK warns of what that does with a body of its own class. */
const textOf = (body: unknown): string | undefined =>
  body instanceof Uint8Array
    ? Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()
    : (body as string | undefined);

/** A service of a laptop. */
export interface InProcess {
  /** its address; requests to others go there by HTTP */
  readonly url: string;
  readonly answer: Answers;
  /** which requests it answers so; absent: all */
  readonly takes?: (call: Pick<Call, 'method' | 'headers'>) => boolean;
  /** changes the signature of a request */
  readonly signed?: (authorization: string) => string;
}

/** What every client is given on a laptop. */
export const answeredInProcess = (services: readonly InProcess[]): ClientExtension => {
  const byHost = new Map(services.map((service) => [new URL(service.url).host, service]));
  return {
    configure: (configuration) => {
      const byHttp = configuration.httpHandler();
      const handle: HttpHandler['handle'] = (request, options) => {
        const { hostname, port } = request as Request;
        const service = byHost.get(`${hostname}:${port}`);
        const isTaken = service !== undefined && (service.takes?.(request as Request) ?? true);
        if (!isTaken) return byHttp.handle(request, options);
        return handled(service.answer, withSignature(request as Request, service.signed));
      };
      configuration.setHttpHandler(Object.assign(Object.create(byHttp), { handle }) as HttpHandler);
    },
  };
};

const withSignature = (request: Request, signed: InProcess['signed']): Request => {
  const { authorization } = request.headers;
  if (signed === undefined || authorization === undefined) return request;
  return { ...request, headers: { ...request.headers, authorization: signed(authorization) } };
};

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

/** What a client of a test is given: it calls nobody else, and signs nothing. */
export const directAws = ({ answer }: Pick<AwsServer, 'answer'>): Extension => ({
  configure: (configuration) => {
    const { setHttpHandler, setHttpAuthScheme } = configuration as unknown as Configuration;
    const handle = (request: Request) => handled(answer, request);
    setHttpHandler({ handle, destroy: () => undefined, metadata: { handlerProtocol: 'http/1.1' } });
    const identityProvider = (config: { getIdentityProvider(id: string): unknown }) =>
      config.getIdentityProvider('aws.auth#sigv4');
    setHttpAuthScheme({ schemeId: 'aws.auth#sigv4', identityProvider, signer });
  },
});
