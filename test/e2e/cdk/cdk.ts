import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import type { ConfigurationInput } from '../../../lib/configuration/configuration.ts';

const run = promisify(execFile);
const outputs = v.record(v.string(), v.record(v.string(), v.string()));

/** An account that nobody has: nothing here may reach a real one. */
export const account = {
  AWS_ACCESS_KEY_ID: '000000000000',
  AWS_SECRET_ACCESS_KEY: 'sandbox',
  AWS_REGION: 'us-east-1',
  AWS_DEFAULT_REGION: 'us-east-1',
};

/** The CDK's own command line, on the unmodified app of a working tree, against an address that stands in for AWS. */
export const cdk = (endpoint: string, folder: string) => {
  const call = async (tree: string, configuration: ConfigurationInput, ...words: string[]): Promise<void> => {
    await writeFile(join(folder, 'toscanini.config.mjs'), `export default ${JSON.stringify(configuration)};\n`);
    const { AWS_PROFILE: _, AWS_SESSION_TOKEN: __, ...others } = process.env;
    const env = {
      ...others,
      ...account,
      HOME: folder,
      CI: 'true',
      AWS_ENDPOINT_URL: endpoint,
      TOSCANINI_CONFIG: join(folder, 'toscanini.config.mjs'),
    };
    const args = [...words, '--no-notices', '--output', join(folder, 'cdk.out')];
    try {
      await run(join(tree, 'node_modules/.bin/cdk'), args, { cwd: tree, env, maxBuffer: 1 << 26, timeout: 600_000 });
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string };
      throw new Error(`cdk ${words.join(' ')} failed:\n${`${stdout ?? ''}${stderr ?? ''}`.slice(-4000)}`);
    }
  };
  return {
    bootstrap: (tree: string, configuration: ConfigurationInput): Promise<void> =>
      call(tree, configuration, 'bootstrap', 'aws://000000000000/us-east-1'),
    /** Outputs of the service's stack, by name. */
    deploy: async (tree: string, configuration: ConfigurationInput): Promise<Record<string, string>> => {
      const file = join(folder, 'outputs.json');
      await call(tree, configuration, 'deploy', '--all', '--require-approval', 'never', '--outputs-file', file);
      return v.parse(outputs, JSON.parse(await readFile(file, 'utf8')))['toscanini-service'] ?? {};
    },
  };
};
