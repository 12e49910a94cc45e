import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import type { Api } from '../template/cloud.ts';

/** Whether `Accept-Encoding` has gzip, and does not refuse it by `q=0`. */
const acceptsGzip = (header = ''): boolean =>
  header.split(',').some((coding) => {
    const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase());
    return (name === 'gzip' || name === '*') && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

/**
 * The content as API Gateway sends it ("Enable payload compression for an API"): compressed for clients that accept it, from
 * the API's size on. Like API Gateway, it leaves the ETag as it is.
 */
export const sentContent = (
  response: ServerResponse,
  content: Buffer,
  { headers }: Pick<IncomingMessage, 'headers'>,
  { compressesFrom = Number.POSITIVE_INFINITY }: Pick<Api, 'compressesFrom'>,
): Buffer => {
  const isPlain = response.getHeader('Content-Encoding') === undefined;
  if (!isPlain || content.length < compressesFrom || !acceptsGzip(String(headers['accept-encoding'] ?? '')))
    return content;
  response.setHeader('Content-Encoding', 'gzip');
  return gzipSync(content);
};

/** An API with compression also unpacks what a client has compressed. `malformed`: it is not what its header says. */
export const unpacked = (
  body: Buffer,
  { headers }: Pick<IncomingMessage, 'headers'>,
  { compressesFrom }: Pick<Api, 'compressesFrom'>,
  most: number,
): Buffer | 'malformed' => {
  const coding = headers['content-encoding']?.trim().toLowerCase();
  const unpack = coding === 'gzip' ? gunzipSync : coding === 'deflate' ? inflateSync : undefined;
  if (compressesFrom === undefined || unpack === undefined || body.length === 0) return body;
  try {
    return unpack(body, { maxOutputLength: most });
  } catch {
    return 'malformed'; // also when it is too large: the gateway answers both by 400
  }
};
