/**
 * What the SDK's clients have in common: the same deadlines and the same meaning of "does not answer". Each client is made
 * in a file of its own, so that a function loads only those that it uses.
 */

/** What the SDK lets somebody change in each client: the scheme that signs its requests, and what sends them. */
export interface ClientExtension {
  configure(configuration: {
    httpAuthSchemes(): readonly AuthScheme[];
    setHttpAuthScheme(scheme: AuthScheme): void;
    httpHandler(): HttpHandler;
    setHttpHandler(handler: HttpHandler): void;
  }): void;
}

export interface HttpHandler {
  handle(request: object, options?: object): Promise<{ readonly response: object }>;
}

export interface AuthScheme {
  readonly schemeId: string;
  readonly signer: Signer;
}

export interface Signer {
  sign(request: object, identity: object, properties: object): Promise<object>;
}

const extensions: ClientExtension[] = [];

/** Changes every client that is made from now on: a laptop has stores that check no signature. */
export const extendClients = (extension: ClientExtension): void => void extensions.push(extension);

type Store = 'DynamoDB' | 'S3';

const changes = new Map<Store, (client: never) => void>();

/** Changes every client of a store that is made from now on: a laptop leads its commands to stores of its own. Returns what ends it. */
export const changeClients = <Client>(store: Store, change: (client: Client) => void): (() => void) => {
  changes.set(store, change);
  return () => void changes.delete(store);
};

/** What has just been made, as a laptop wants it. */
export const changed = <Client>(store: Store, client: Client): Client => {
  changes.get(store)?.(client as never);
  return client;
};

/** A service that is slower than this counts as down. Three tries take well below the gateway's 29 seconds. */
export const clientDefaults = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
  extensions: extensions as never[],
};

/** Outside the SDK's own retries. */
export const outermost = { step: 'initialize', priority: 'high' } as const;

/** Tag of the SDK's middleware that copies each request and answer for its log. We write none, so that clients go without it. */
export const sdkLog = 'LOGGER';
