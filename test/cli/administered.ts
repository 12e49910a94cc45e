import { call } from './called.ts';
import { served } from './served.ts';

/** Calls `toscanini admin` against a service that gives these answers, one for each request, the last one for ever. A PUT has none. */
export const administered = async (answers: readonly object[], ...words: readonly string[]) => {
  const requests: string[] = [];
  const left = [...answers];
  const url = await served(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    requests.push([request.method, request.url, body].join(' ').trim());
    if (request.method === 'PUT') return void response.writeHead(204).end();
    response.end(JSON.stringify(left.length > 1 ? left.shift() : left[0]));
  });
  const { code, out, error } = await call(['admin', ...words, '--url', url, '--token', 'x']);
  return { code, error, requests, out };
};
