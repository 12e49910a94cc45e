import { ListObjectsV2Command, type S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { FileLists } from '../../domain/schedules/backfill-ports.ts';
import { NotFoundError } from '../../foundation/errors.ts';
import { answered } from '../aws/unavailable.ts';

/**
 * Lists the files of buckets. It goes on after a name and not by S3's token, so that a list can be continued at any time
 * by any process.
 */
export const fileLists = (clientFor: (bucket: string) => S3Client, pageSize = 1_000): FileLists => ({
  page: async (scope, { prefix, after }) => {
    const command = new ListObjectsV2Command({
      Bucket: scope,
      Prefix: prefix,
      MaxKeys: pageSize,
      ...(after !== undefined && { StartAfter: after }),
    });
    const { Contents = [], IsTruncated } = await refused(scope, () =>
      answered('S3', () => clientFor(scope).send(command)),
    );
    const files = Contents.flatMap(({ Key: name, Size: size }) =>
      name === undefined ? [] : [{ scope, name, ...(size !== undefined && { size }) }],
    );
    return { files, isLast: IsTruncated !== true };
  },
});

const refused = async <T>(scope: string, list: () => Promise<T>): Promise<T> => {
  try {
    return await list();
  } catch (cause) {
    const status = cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined;
    if (status === 404) throw new NotFoundError(`there is no bucket ${scope}`, { cause });
    if (status === 403)
      throw new NotFoundError(`this service may not list bucket ${scope}: ask its operators`, { cause });
    throw cause;
  }
};
