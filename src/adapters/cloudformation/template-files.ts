import { randomUUID } from 'node:crypto';
import { DeleteObjectsCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { largestTemplate, tooLarge } from '../../domain/cloudformation/template-size.ts';
import { ProviderFailedError } from '../../foundation/errors.ts';
import { log } from '../../foundation/log.ts';
import type { StackOrder } from './planner.ts';

/** Where templates lie that are too large for a call. */
export interface TemplateFiles {
  readonly client: S3Client;
  readonly bucket: string;
  /** makes a text that no other file has; default: a random UUID */
  readonly newToken?: () => string;
}

/** Bytes of a template that CloudFormation takes in a call; from S3 it takes more. */
const largestBody = 51_200;

/** CloudFormation reads the file while it answers the call. */
const readableSeconds = 300;

type Sent = { readonly TemplateBody: string } | { readonly TemplateURL: string };

/**
 * Sends a template in the call. A larger one goes to S3, and the call has a signed address that works for five minutes: so
 * the role of another account needs no right in our bucket. Each call has its own file: the address says nothing of what is
 * in it, and CloudFormation would change a stack as the dry run of another template asks. The file is deleted after the
 * call. If the process dies first, the file is deleted with the templates of the deployment.
 */
export const withTemplate = async <T>(
  files: TemplateFiles | undefined,
  { name, template }: Pick<StackOrder, 'name' | 'template'>,
  send: (sent: Sent) => Promise<T>,
): Promise<T> => {
  const body = JSON.stringify(template);
  const bytes = Buffer.byteLength(body);
  if (bytes <= largestBody) return send({ TemplateBody: body });
  if (files === undefined || bytes > largestTemplate) {
    throw new ProviderFailedError(tooLarge(bytes, files === undefined ? largestBody : largestTemplate));
  }
  const { bucket, newToken = randomUUID } = files;
  const place = { Bucket: bucket, Key: keyOf(name, newToken()) };
  try {
    return await send({ TemplateURL: await put(files, place, body) });
  } finally {
    const all = { Objects: [{ Key: place.Key }] };
    await files.client.send(new DeleteObjectsCommand({ Bucket: place.Bucket, Delete: all })).catch((error: unknown) => {
      log('WARN', 'left over', { file: place.Key, error: `${error}` });
    });
  }
};

/** Below the templates of the deployment, which are removed with it. */
const keyOf = (name: string, token: string): string => {
  const [, deployment = name, attempt = ''] = /^toscanini-(.+)-(\d+)$/.exec(name) ?? [];
  return `templates/${deployment}/stack-${attempt}-${token}`;
};

interface HttpRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
}

/** What the SDK signs requests with; S3's can sign an address too. */
interface Presigner {
  presign(request: object, options: { readonly expiresIn: number }): Promise<HttpRequest & { query?: Query }>;
}
type Query = Readonly<Record<string, string | readonly string[] | null>>;

/** The address of the object, signed to be read. It is where the SDK has put it. */
const put = async (
  { client }: TemplateFiles,
  place: { readonly Bucket: string; readonly Key: string },
  Body: string,
): Promise<string> => {
  let seen: HttpRequest | undefined;
  const command = new PutObjectCommand({ ...place, Body, ContentType: 'application/json' });
  command.middlewareStack.add(
    (next) => (args) => {
      seen = args.request as HttpRequest;
      return next(args);
    },
    { step: 'build' },
  );
  await client.send(command);
  if (seen === undefined) throw new Error('the SDK has sent nothing');
  const { protocol, hostname, port, path } = seen;
  const signer = (await client.config.signer()) as unknown as Presigner;
  const host = port === undefined ? hostname : `${hostname}:${port}`;
  // S3 does not check the body of a request that has none
  const headers = { host, 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' };
  const request = { method: 'GET', protocol, hostname, port, path, query: {}, headers };
  const { query = {} } = await signer.presign(request, { expiresIn: readableSeconds });
  const url = new URL(`${protocol}//${host}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, `${value}`);
  return url.href;
};
