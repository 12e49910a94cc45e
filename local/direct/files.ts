/** Texts in S3 without the SDK's middleware: reading and writing whole files. All else goes through the SDK. */

import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { answeredOr, Connections, type DirectAnswer, type DirectOptions, type DirectRequest } from './connections.ts';

/** Whether all that the command says is in this: otherwise the SDK sends it. */
const only = (input: object, names: readonly string[]): boolean =>
  Object.keys(input).every((name) => names.includes(name));

const pathOf = ({
  Bucket = '',
  Key = '',
}: {
  readonly Bucket?: string | undefined;
  readonly Key?: string | undefined;
}) => `/${Bucket}/${Key.split('/').map(encodeURIComponent).join('/')}`;

/** Sends what it can without the SDK; `close` ends the connections. */
export const directFiles = (
  client: S3Client,
  endpoint: string,
  { connections: given, detour }: DirectOptions = {},
): { readonly client: S3Client; close(): void } => {
  const own = new Connections(endpoint);
  const connections = given ?? own;
  const send = client.send.bind(client) as (command: object) => Promise<unknown>;
  const exchanged = (
    command: object,
    request: DirectRequest,
    read: (answer: DirectAnswer) => object,
  ): Promise<unknown> =>
    detour?.(request, () => send(command)) ??
    answeredOr(
      () => send(command),
      async () => read(await connections.request(request)),
    );
  const sent = (command: object): Promise<unknown> => {
    if (command instanceof GetObjectCommand && only(command.input, ['Bucket', 'Key']))
      return exchanged(command, { method: 'GET', path: pathOf(command.input) }, fileOf);
    if (command instanceof PutObjectCommand && isWhole(command)) return exchanged(command, writingOf(command), taken);
    return send(command);
  };
  return { client: Object.assign(client, { send: sent as typeof client.send }), close: () => own.close() };
};

const writingOf = ({ input }: PutObjectCommand): DirectRequest => ({
  method: 'PUT',
  path: pathOf(input),
  headers: { 'content-type': input.ContentType ?? 'application/octet-stream' },
  body: input.Body as Uint8Array,
});

const taken = ({ status }: DirectAnswer): object => {
  if (status !== 200) throw strange(status);
  return { $metadata: { httpStatusCode: status } };
};

/** The SDK makes an error of it: nothing is wrong with asking twice. */
const strange = (status: number): Error =>
  Object.assign(new Error(`the store answered ${status}`), { code: 'ECONNABORTED' });

const fileOf = ({ status, body }: DirectAnswer): object => {
  const $metadata = { httpStatusCode: status };
  if (status === 404 && body.includes('NoSuchKey'))
    throw new NoSuchKey({ message: 'The specified key does not exist.', $metadata });
  if (status !== 200) throw strange(status);
  return { $metadata, ContentLength: body.length, Body: { transformToString: async () => body.toString() } };
};

const isWhole = ({ input }: PutObjectCommand): boolean =>
  input.Body instanceof Uint8Array && only(input, ['Bucket', 'Key', 'Body', 'ContentType', 'ContentLength']);
