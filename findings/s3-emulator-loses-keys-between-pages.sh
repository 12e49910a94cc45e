#!/usr/bin/env bash
# Guess: an emulator of S3 lists all objects of a bucket when its pages are followed, in the order of S3: by the bytes of the keys.
# Seen: fauxqs 2.4.1 sorts keys as people read them (a, B), and takes from the next page on what is greater by code units (B is less
#   than a). Followed page by page with one object each, a bucket of a, B and c shows a and c: B is on no page. With the pages of
#   1,000 that S3 has, this is seen only from 1,001 objects on.
# For us: local/storage lists by bytes, over the rows that fauxqs has stored (local/storage/object-store.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" fauxqs@2.4.1 @aws-sdk/client-s3@3.1162.0 node@24.21.0 >/dev/null
cat > "$folder/look.mjs" <<'JS'
import { CreateBucketCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { buildApp } from 'fauxqs';

const app = buildApp({ logger: false });
const endpoint = await app.listen({ port: 0, host: '127.0.0.1' });
const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
const s3 = new S3Client({ endpoint, region: 'eu-west-1', credentials, forcePathStyle: true });
await s3.send(new CreateBucketCommand({ Bucket: 'pages' }));
for (const Key of ['a', 'B', 'c']) await s3.send(new PutObjectCommand({ Bucket: 'pages', Key, Body: 'x' }));
const all = await s3.send(new ListObjectsV2Command({ Bucket: 'pages' }));
const whole = all.Contents.map(({ Key }) => Key);
const paged = [];
let ContinuationToken;
do {
  const page = await s3.send(new ListObjectsV2Command({ Bucket: 'pages', MaxKeys: 1, ContinuationToken }));
  paged.push(...page.Contents.map(({ Key }) => Key));
  ContinuationToken = page.NextContinuationToken;
} while (ContinuationToken);
console.log('in one page:  ', whole.join(' '), '(S3: B a c)');
console.log('page by page: ', paged.join(' '));
await app.close();
s3.destroy();
if (whole.join() !== 'a,B,c' || paged.join() !== 'a,c') {
  console.error('this has changed');
  process.exit(1);
}
JS
"$folder/node_modules/.bin/node" "$folder/look.mjs"
echo "as found: fauxqs 2.4.1 shows B on no page"
