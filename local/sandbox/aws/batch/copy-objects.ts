/**
 * `aws s3 cp` for jobs in the sandbox, which have no image that could bring the AWS command line. It knows nothing else, and
 * says so.
 */

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

const s3 = new S3Client({ region: process.env['AWS_REGION'] ?? 'us-east-1', forcePathStyle: true });

const quiet = ['--only-show-errors', '--quiet'];
const options = ['--recursive', '--no-progress', ...quiet];

const fail = (why: string): never => {
  process.stderr.write(`aws (sandbox): ${why}\n`);
  process.exit(252);
};

interface Place {
  readonly bucket: string;
  readonly key: string;
}

const placeOf = (address: string): Place | undefined => {
  const [, bucket, key = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(address) ?? [];
  return bucket === undefined ? undefined : { bucket, key };
};

const read = async ({ bucket, key }: Place): Promise<Uint8Array> => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  return (await Body?.transformToByteArray()) ?? new Uint8Array();
};

const keysUnder = async ({ bucket, key }: Place): Promise<readonly string[]> => {
  const keys: string[] = [];
  let token: string | undefined;
  do {
    const request = { Bucket: bucket, Prefix: key, ...(token && { ContinuationToken: token }) };
    const page = await s3.send(new ListObjectsV2Command(request));
    // an empty object that stands for a folder is no file: the command line of AWS leaves it out
    keys.push(...(page.Contents ?? []).flatMap(({ Key = '', Size }) => (Key.endsWith('/') && !Size ? [] : Key)));
    token = page.NextContinuationToken;
  } while (token !== undefined);
  return keys;
};

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const fetch = async (from: Place, to: string, recursive: boolean): Promise<void> => {
  if (to === '-') return void process.stdout.write(await read(from));
  for (const key of recursive ? await keysUnder(from) : [from.key]) {
    const isFolder = recursive || to.endsWith('/');
    const file = isFolder ? join(to, recursive ? key.slice(from.key.length) : basename(key)) : to;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, await read({ ...from, key }));
    say(`download: s3://${from.bucket}/${key} to ${file}`);
  }
};

const store = async (from: string, to: Place, recursive: boolean): Promise<void> => {
  const files = recursive ? filesIn(from) : [from];
  for (const file of files) {
    const name = recursive ? relative(from, file) : basename(file);
    const Key = recursive || to.key.endsWith('/') || to.key === '' ? `${to.key}${name}` : to.key;
    const Body = file === '-' ? readFileSync(0) : readFileSync(file);
    await s3.send(new PutObjectCommand({ Bucket: to.bucket, Key, Body }));
    say(`upload: ${file} to s3://${to.bucket}/${Key}`);
  }
};

const [service, action, ...rest] = process.argv.slice(2);
const recursive = rest.includes('--recursive');
const isQuiet = rest.some((one) => quiet.includes(one));
/** Each copy, as the command line of AWS names it. */
const say = (copied: string): void => void (isQuiet || process.stdout.write(`${copied}\n`));
const [from = '', to = '', ...more] = rest.filter((one) => !options.includes(one));
if (service !== 's3' || action !== 'cp' || more.length > 0 || to === '')
  fail(`it knows only "aws s3 cp [--recursive] FROM TO", not "aws ${process.argv.slice(2).join(' ')}"`);
const [source, target] = [placeOf(from), placeOf(to)];
try {
  if (source) await fetch(source, to, recursive);
  else if (target)
    await store(
      statSync(from, { throwIfNoEntry: false }) || from === '-' ? from : fail(`there is no file ${from}`),
      target,
      recursive,
    );
  else fail('one of both is an address in S3');
} catch (cause) {
  fail(cause instanceof Error ? `${from}: ${cause.name}: ${cause.message}` : String(cause));
}
