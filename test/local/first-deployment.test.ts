/** The commands of docs/first-deployment.md: those that need no account are run, as they stand there, against the sandbox. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { awsProviders } from '../../local/sandbox/aws/providers.ts';
import { serviceForTests } from './federated-service.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/first-deployment.md'), 'utf8');
const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n'));

const account = 'it needs an AWS account';
const pool = 'it needs a user pool of Cognito; on a laptop the sandbox gives out tokens';

/** Why a command is not run here. A new command of the page has to be placed: here, or in the test below. */
const notRun: { readonly [command: string]: string } = {
  'npm ci': 'the packages are there, or no test would run',
  'npx cdk bootstrap': account,
  'npx cdk deploy --all': `${account}; npm run e2e:cdk deploys into an emulator`,
  'BASE=$(out toscanini-service BaseUrl)': `${account}; the test knows the address`,
  'POOL=$(out toscanini-data UserPoolId)': pool,
  'npm run doctor -- --stack toscanini-service': `${account}; test/local/operators runs the doctor`,
  'aws cognito-idp admin-create-user --user-pool-id "$POOL" --username "$EMAIL" --desired-delivery-mediums EMAIL': pool,
  'aws cognito-idp admin-add-user-to-group --user-pool-id "$POOL" --username "$EMAIL" --group-name administrators':
    pool,
  'TOKEN=$(npm run -s token -- --stack toscanini-data)': pool,
  'npx cdk destroy --all': account,
};
const notRunByStart = [['out() {', `${account}; it reads outputs of stacks`]] as const;

const run = {
  request: 'request() {',
  dryRun:
    'request examples/web-server.yaml | curl -s -H "Authorization: Bearer $TOKEN" "$BASE/deployments?dryRun=true"',
  create: 'ID=$(request examples/web-server.yaml',
  get: `curl -s -H "Authorization: Bearer $TOKEN" "$BASE/deployments/$ID" | jq '{ status, statusReason, outputs }'`,
  log: 'curl -s -H "Authorization: Bearer $TOKEN" "$BASE/deployments/$ID/log"',
  remove: 'curl -s -X DELETE',
  gone: `curl -s -H "Authorization: Bearer $TOKEN" "$BASE/deployments/$ID" | jq '{ status, title }'`,
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
const hasTools = await Promise.all(['jq', 'curl', 'bash'].map((tool) => execute(tool, ['--version']))).then(
  () => true,
  () => false,
);
if (!hasTools) console.log('skipped: the commands of docs/first-deployment.md need bash, curl and jq');

describe.skipIf(!hasTools)('the commands of the first deployment', () => {
  const service = serviceForTests('first-deployment', {
    PROVIDERS: JSON.stringify(awsProviders.filter(({ id }) => id === 'sandbox-aws-eu-central-1')),
  });
  const environment: NodeJS.ProcessEnv = { PATH: process.env['PATH'] };
  beforeAll(async () => {
    const { awsUrl, issuer, url } = service.urls();
    await fetch(`${awsUrl}/_sandbox/aws`, { method: 'PUT', body: JSON.stringify({ pace: 0.02 }) });
    const body = new URLSearchParams({ grant_type: 'password', username: 'ann' });
    const { access_token } = (await (await fetch(`${issuer}/token`, { method: 'POST', body })).json()) as {
      access_token: string;
    };
    Object.assign(environment, { BASE: url, TOKEN: access_token });
  });

  const commandOf = (name: keyof typeof run): string => {
    const found = commands.find((command) => command.startsWith(run[name]));
    if (found === undefined) throw new Error(`the page has no command ${run[name]}`);
    return found;
  };
  const bash = async (name: keyof typeof run, more = ''): Promise<string> => {
    const script = `set -euo pipefail\n${commandOf('request')}\n${commandOf(name)}\n${more}`;
    return (await execute('bash', ['-c', script], { cwd: root, env: environment })).stdout;
  };
  const until = async (name: keyof typeof run, isDone: (answer: string) => boolean): Promise<string> => {
    for (let looks = 0; looks < 600; looks += 1) {
      const answer = await bash(name);
      if (isDone(answer)) return answer;
      await setTimeout(200);
    }
    throw new Error(`${run[name]} did not come to its end`);
  };

  it('tell what would be made, deploy it, and remove it', { timeout: 400_000 }, async () => {
    const { candidates, dropped } = JSON.parse(await bash('dryRun'));
    expect(dropped).toEqual([]);
    expect(candidates).toMatchObject([{ id: 'sandbox-aws-eu-central-1', cost: { currency: 'USD' } }]);
    environment['ID'] = (await bash('create', 'echo "$ID"')).trim();
    const made = JSON.parse(await until('get', (answer) => /_(COMPLETE|FAILED)"/.test(answer)));
    expect(made).toMatchObject({ status: 'CREATE_COMPLETE', outputs: expect.anything() });
    expect(await bash('log')).toContain('AWS::EC2::Instance');
    await bash('remove');
    expect(JSON.parse(await until('gone', (answer) => !answer.includes('DELETE_IN_PROGRESS')))).toMatchObject({
      title: expect.stringMatching(/not found/i),
    });
  });
});
