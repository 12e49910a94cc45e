import { join } from 'node:path';

/** The directory with the service's data: `TOSCANINI_HOME`, or else `.toscanini` beside package.json. */
export const homeDirectory = (env: NodeJS.ProcessEnv = process.env): string =>
  env['TOSCANINI_HOME'] || join(import.meta.dirname, '../..', '.toscanini');
