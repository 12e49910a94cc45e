import { s3Client } from '../adapters/aws/s3.ts';
import { variable } from '../adapters/environment/environment.ts';

export const filesBucket = () => ({
  client: s3Client(),
  bucket: variable('FILES_BUCKET', 'the name of the bucket of files'),
});
