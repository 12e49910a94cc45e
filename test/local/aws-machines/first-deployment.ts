/** The commands of docs/first-deployment.md: those that need no account are run, as they stand there, against the sandbox. */

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { service } from './service.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/first-deployment.md'), 'utf8');
const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n'));

const account = 'it needs an AWS account';
const pool = 'it needs a user pool of Cognito; here the sandbox gives out a token';

/** Why a command is not run here. A new command of the page has to be placed: here, or in the test below. */
const notRun: { readonly [command: string]: string } = {
  'npm ci': 'the packages are there, or no test would run',
  'npx cdk bootstrap': account,
  'npx cdk deploy --all': `${account}; npm run e2e:cdk deploys into an emulator`,
  'BASE=$(out toscanini-service BaseUrl)': `${account}; the test knows the address`,
  'POOL=$(out toscanini-data UserPoolId)': pool,
  'npm run doctor -- --stack toscanini-service': `${account}; test/local/operators runs the doctor`,
  'EMAIL=you@example.org': pool,
  'aws cognito-idp admin-create-user --user-pool-id "$POOL" --username "$EMAIL" --desired-delivery-mediums EMAIL': pool,
  'aws cognito-idp admin-add-user-to-group --user-pool-id "$POOL" --username "$EMAIL" --group-name administrators':
    pool,
  'npx toscanini login "$BASE"': `${pool}; test/cli logs in by the browser`,
  'npx cdk destroy --all': account,
};
const notRunByStart = [['out() {', `${account}; it reads outputs of stacks`]] as const;

const run = {
  plan: 'npx toscanini plan',
  deploy: 'npx toscanini deploy',
  log: 'npx toscanini logs',
  remove: 'npx toscanini delete',
} as const;

describe('the page of the first deployment', () => {
  it('has only commands that are run here, or of which it is said why not', () => {
    const isPlaced = (command: string): boolean =>
      command in notRun ||
      notRunByStart.some(([start]) => command.startsWith(start)) ||
      Object.values(run).some((start) => command.startsWith(start));
    expect(commands.filter((command) => !isPlaced(command))).toEqual([]);
    const known = [...Object.keys(notRun), ...notRunByStart.map(([start]) => start), ...Object.values(run)];
    expect(known.filter((start) => !commands.some((command) => command.startsWith(start)))).toEqual([]);
  });
});

const execute = promisify(execFile);
describe('the commands of the first deployment', () => {
  const home = mkdtempSync(join(tmpdir(), 'toscanini-first-'));
  const environment: NodeJS.ProcessEnv = { PATH: process.env['PATH'], HOME: home, XDG_CONFIG_HOME: home };
  beforeAll(async () => {
    const { issuer, url } = service.urls();
    const body = new URLSearchParams({ grant_type: 'password', username: 'ann' });
    const { access_token } = (await (await fetch(`${issuer}/token`, { method: 'POST', body })).json()) as {
      access_token: string;
    };
    Object.assign(environment, { TOSCANINI_URL: url, TOSCANINI_TOKEN: access_token });
  });
  afterAll(() => rmSync(home, { recursive: true }));

  const typed = async (name: keyof typeof run): Promise<string> => {
    const found = commands.find((command) => command.startsWith(run[name]));
    if (found === undefined) throw new Error(`the page has no command ${run[name]}`);
    return (await execute('bash', ['-c', found], { cwd: root, env: environment })).stdout;
  };

  it('tell what would be made, deploy it, and remove it', { timeout: 400_000 }, async () => {
    const plan = await typed('plan');
    expect(plan).toMatch(/1\. Sandbox AWS eu-central-1[\s\S]*AWS::EC2::Instance[\s\S]*about \$[\d.]+ an hour/);
    expect(await typed('deploy')).toMatch(/CREATE_COMPLETE[\s\S]*web_server_address +172\./);
    expect(await typed('log')).toContain('AWS::EC2::Instance');
    expect(await typed('remove')).toContain('is deleted: nothing is left');
  });
});
