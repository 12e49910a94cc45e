import { namedBytes } from '../src/adapters/files/local-file.ts';
import { CliError } from './cli-error.ts';

const reasons: { readonly [code: string]: string } = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder: name a template in it',
  EACCES: 'you may not read it',
};

/** CliError when the file cannot be read. */
export const bytesOf = async (path: string): Promise<Buffer> => {
  try {
    return await namedBytes(path);
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    throw new CliError('calledWrongly', `${path}: ${reasons[code] ?? message}`, { cause });
  }
};
