/** Puts the example templates into the catalog of the laptop. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

/** It shows what problems look like, and is nothing to deploy. */
const broken = 'broken.yaml';

/** The environment points the client to the local store. What users have put there beside them stays. */
export const fillCatalog = async (root: string, bucket: string): Promise<void> => {
  const folder = join(root, 'examples');
  const files = readdirSync(folder).filter((file) => /\.ya?ml$/.test(file) && file !== broken);
  const s3 = new S3Client();
  try {
    await Promise.all(
      files.map((file) =>
        s3.send(
          new PutObjectCommand({ Bucket: bucket, Key: `catalog/${file}`, Body: readFileSync(join(folder, file)) }),
        ),
      ),
    );
  } finally {
    s3.destroy();
  }
};
