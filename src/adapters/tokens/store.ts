import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';

/** Encrypted tokens in S3, at `tokens/<deployment>/owner`. They are removed with the deployment's other files. */
export interface TokenStore {
  put(deploymentId: string, sealed: string): Promise<void>;
  find(deploymentId: string): Promise<string | undefined>;
}

export const tokenStore = ({ client, bucket }: { readonly client: S3Client; readonly bucket: string }): TokenStore => {
  const at = (deploymentId: string) => ({ Bucket: bucket, Key: `tokens/${deploymentId}/owner` });
  return {
    put: async (deploymentId, sealed) => {
      await client.send(new PutObjectCommand({ ...at(deploymentId), Body: sealed }));
    },
    find: async (deploymentId) => {
      try {
        const { Body } = await client.send(new GetObjectCommand(at(deploymentId)));
        return await Body?.transformToString();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
  };
};
