/** Objects of fauxqs without HTTP. */

import type { buildApp } from 'fauxqs';
import type { Call } from '../direct/aws.ts';
import type { DirectAnswer, DirectRequest } from '../direct/connections.ts';
import type { CreatedObject } from './created-object.ts';

/** The part of fauxqs's store that is used. Its refusals have a code and a status. */
export interface WholeObjects {
  getObject(bucket: string, key: string): { readonly body: Buffer };
  putObject(bucket: string, key: string, body: Buffer, contentType: string): { readonly contentLength: number };
}

/** Whole objects: what its routes do with a plain PUT or GET of one. The object is on disk, and its notification too, when the answer comes. */
export const objectsInProcess = (store: WholeObjects, created?: (object: CreatedObject) => void) => ({
  request: async ({ method, path, headers = {}, body = '' }: DirectRequest): Promise<DirectAnswer> => {
    const [bucket = '', ...rest] = path.slice(1).split('/').map(decodeURIComponent);
    const key = rest.join('/');
    try {
      if (method === 'GET') return { status: 200, body: store.getObject(bucket, key).body };
      const { contentLength: size } = store.putObject(
        bucket,
        key,
        Buffer.from(body as Uint8Array),
        headers['content-type'] ?? anyType,
      );
      created?.({ bucket, key, size });
      return { status: 200, body: Buffer.alloc(0) };
    } catch (error) {
      const { statusCode, code } = error as { readonly statusCode?: number; readonly code?: string };
      if (statusCode === undefined) throw error;
      return { status: statusCode, body: Buffer.from(`<Code>${code}</Code>`) };
    }
  },
});

const anyType = 'application/octet-stream';

/** What has no body, through its routes: what an object is, and copies within the store. */
export const routesInProcess = (app: ReturnType<typeof buildApp>) => ({
  takes: ({ method, headers }: Pick<Call, 'method' | 'headers'>): boolean =>
    method === 'HEAD' || (method === 'PUT' && headers['x-amz-copy-source'] !== undefined),
  answer: async ({ method, url, headers }: Call) => {
    const answer = await app.inject({ method: method as 'HEAD' | 'PUT', url, headers });
    const named = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return {
      ...{ status: answer.statusCode, type: String(answer.headers['content-type'] ?? '') },
      ...{ headers: Object.fromEntries(named) as Record<string, string>, body: answer.rawPayload },
    };
  },
});
