/**
 * Preloaded into the service (`node --import`): every call that its AWS SDK makes goes by way of the proxy at CHAOS_PROXY,
 * which is told where the call was going. The service itself knows nothing of it.
 */

import http, { type ClientRequest, type RequestOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

/** Header with the address that a call was meant for. */
const upstreamHeader = 'x-chaos-upstream';

const isSigned = ({ headers }: RequestOptions): boolean =>
  Object.entries(headers ?? {}).some(
    ([name, value]) => name.toLowerCase() === 'authorization' && `${value}`.startsWith('AWS4-'),
  );

const redirected = (proxy: URL, options: RequestOptions): RequestOptions => ({
  ...options,
  host: proxy.hostname,
  hostname: proxy.hostname,
  port: proxy.port,
  headers: { ...options.headers, [upstreamHeader]: `${options.hostname ?? options.host}:${options.port}` },
});

const install = (proxy: URL): void => {
  const direct = http.request;
  // the SDK's handler calls it in this form only; all other forms pass
  const request = (options: RequestOptions, ...rest: readonly unknown[]): ClientRequest => {
    const isCall = typeof options === 'object' && !(options instanceof URL) && isSigned(options);
    return Reflect.apply(direct, http, [isCall ? redirected(proxy, options) : options, ...rest]);
  };
  Object.assign(http, { request });
  syncBuiltinESMExports();
};

const address = process.env['CHAOS_PROXY'];
if (address !== undefined) install(new URL(address));
