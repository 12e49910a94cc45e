/** Adds what fauxqs lacks and the service or its users need: large objects, and the list of multipart uploads. */

import type { buildApp } from 'fauxqs';

type App = ReturnType<typeof buildApp>;

/**
 * The most bytes of one request. fauxqs accepts 11 MiB, and keeps an object in memory and in one cell of SQLite, whose
 * limit is 1 GB.
 */
const largestBody = 512 * 1024 ** 2;

/** Replaces fauxqs's own parser for everything that is not a queue's message. */
export const acceptLargeBodies = (app: App): void => {
  app.removeContentTypeParser('*');
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestBody }, (_, body, done) => done(null, body));
};

interface Upload {
  readonly uploadId: string;
  readonly bucket: string;
  readonly key: string;
}

/** GET /bucket?uploads, with a prefix; fauxqs itself would list the objects. */
export const listUploads = (app: App, store: object): void => {
  const { multipartUploads } = store as { readonly multipartUploads: ReadonlyMap<string, Upload> };
  app.addHook('onRequest', async ({ method, url }, reply) => {
    const { pathname, searchParams } = new URL(url, 'http://s3');
    if (method !== 'GET' || !searchParams.has('uploads')) return;
    const [, name = '', key = ''] = pathname.split('/');
    if (key !== '') return;
    const prefix = searchParams.get('prefix') ?? '';
    const uploads = [...multipartUploads.values()].filter(
      (upload) => upload.bucket === decodeURIComponent(name) && upload.key.startsWith(prefix),
    );
    await reply.header('content-type', 'application/xml').send(listed(uploads));
  });
};

const listed = (uploads: readonly Upload[]): string => {
  const items = uploads.map(
    ({ uploadId, key }) => `<Upload><Key>${escaped(key)}</Key><UploadId>${escaped(uploadId)}</UploadId></Upload>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${items.join('')}</ListMultipartUploadsResult>`;
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
