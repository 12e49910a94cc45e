import type { IncomingMessage, RequestOptions } from 'node:http';
import type { Answer, Fetch } from '../../client/fetch.ts';

/**
 * `fetch` for the requests of the client, by Node's HTTP modules: Node's own `fetch` takes three times the processor time of an
 * empty program before the first request. It fails as that does: TypeError, whose cause is what happened.
 */
export const httpFetch: Fetch = async (url, init) => {
  try {
    const message = await sent(url, init);
    const { statusCode: status = 0, headers } = message;
    // an answer says nothing of what was asked, so that it can be asked again
    if (headers.location !== undefined && status >= 300 && status < 400) {
      message.resume();
      return await fetch(url, init);
    }
    return answerOf(status, headers, await bodyOf(message));
  } catch (cause) {
    throw new TypeError('fetch failed', { cause });
  }
};

const answerOf = (status: number, headers: IncomingMessage['headers'], text: string): Answer => ({
  status,
  ok: status >= 200 && status < 300,
  headers: { get: (name) => [headers[name.toLowerCase()]].flat().join(', ') || null },
  text: async () => text,
});

/** The answer, without its body. A connection that was kept may have been closed by the other side: then a new one is opened. */
const sent = async (url: string, init: RequestInit): Promise<IncomingMessage> => {
  const { request } = url.startsWith('https:') ? await import('node:https') : await import('node:http');
  const { method = 'GET', headers, body, signal } = init;
  const options: RequestOptions = {
    method,
    headers: {
      ...(headers as Record<string, string>),
      'accept-encoding': 'gzip',
      ...(typeof body === 'string' && { 'content-length': Buffer.byteLength(body) }),
    },
    ...(signal && { signal }),
  };
  return new Promise((resolve, reject) => {
    const requested = request(url, options, resolve).on('error', (error: NodeJS.ErrnoException) =>
      requested.reusedSocket && error.code === 'ECONNRESET' ? resolve(sent(url, init)) : reject(error),
    );
    requested.end(body);
  });
};

const bodyOf = async (message: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (message.headers['content-encoding'] !== 'gzip' || bytes.length === 0) return bytes.toString();
  const { gunzipSync } = await import('node:zlib');
  return gunzipSync(bytes).toString();
};
