/** Texts in S3 without the SDK's middleware: reading and writing whole files. All else goes through the SDK. */

import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { answered } from '../../../src/adapters/aws/unavailable.ts';
import { Connections } from './connections.ts';

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
export const directFiles = (client: S3Client, endpoint: string): { readonly client: S3Client; close(): void } => {
  const connections = new Connections(endpoint);
  const send = client.send.bind(client) as (command: object) => Promise<unknown>;
  const put = async ({ input }: PutObjectCommand) => {
    const headers = { 'content-type': input.ContentType ?? 'application/octet-stream' };
    const body = input.Body as Uint8Array;
    const { status } = await connections.request({ method: 'PUT', path: pathOf(input), headers, body });
    if (status !== 200) throw new Error(`the store answered ${status} to a new file`);
    return { $metadata: { httpStatusCode: status } };
  };
  const get = async ({ input }: GetObjectCommand) => {
    const { status, body } = await connections.request({ method: 'GET', path: pathOf(input) });
    const $metadata = { httpStatusCode: status };
    if (status === 404 && body.includes('NoSuchKey'))
      throw new NoSuchKey({ message: 'The specified key does not exist.', $metadata });
    if (status !== 200) throw new Error(`the store answered ${status} to the reading of a file`);
    return { $metadata, ContentLength: body.length, Body: { transformToString: async () => body.toString() } };
  };
  const sent = (command: object): Promise<unknown> => {
    if (command instanceof GetObjectCommand && only(command.input, ['Bucket', 'Key']))
      return answered('S3', () => get(command));
    if (command instanceof PutObjectCommand && isWhole(command)) return answered('S3', () => put(command));
    return send(command);
  };
  return { client: Object.assign(client, { send: sent as typeof client.send }), close: () => connections.close() };
};

const isWhole = ({ input }: PutObjectCommand): boolean =>
  input.Body instanceof Uint8Array && only(input, ['Bucket', 'Key', 'Body', 'ContentType', 'ContentLength']);
