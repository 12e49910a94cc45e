/** Secret inputs of operations on AWS: the real routes and workflows in front of the sandbox, whose commands really run. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { GetParametersByPathCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, describe, expect, it } from 'vitest';
import { deploymentsOf } from '../deployments.ts';
import { service } from './service.ts';

const { call } = deploymentsOf(service);
const folder = mkdtempSync(join(tmpdir(), 'toscanini-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Names of all parameters in the account of the provider. */
const kept = async (): Promise<readonly string[]> => {
  const client = new SSMClient({
    region: 'eu-central-1',
    endpoint: service.urls().awsUrl,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const { Parameters = [] } = await client.send(
    new GetParametersByPathCommand({ Path: '/toscanini', Recursive: true }),
  );
  return Parameters.map(({ Name = '' }) => Name);
};

interface Shown {
  readonly uuid: string;
  readonly status: string;
  readonly statusReason?: string;
}

const ended = async (uuid: string): Promise<Shown> => {
  for (;;) {
    const shown = (await (await call(`/${uuid}`)).json()) as Shown;
    if (!/IN_PROGRESS$/.test(shown.status)) return shown;
    await setTimeout(500);
  }
};

/** The script writes what it got to a file, which no log shows, and prints it too. */
const template = (
  script = `printf '%s\\n' "$PASSWORD" "$URL" >> ${folder}/got\necho "the password is $PASSWORD"`,
): string =>
  JSON.stringify({
    tosca_definitions_version: 'tosca_simple_yaml_1_3',
    topology_template: {
      inputs: { db_password: { type: 'string' }, port: { type: 'integer', default: 80 } },
      node_templates: {
        machine: {
          type: 'tosca.nodes.Compute',
          capabilities: { os: { properties: { type: 'linux', distribution: 'ubuntu' } } },
        },
        app: {
          type: 'tosca.nodes.SoftwareComponent',
          requirements: [{ host: 'machine' }],
          interfaces: {
            Standard: {
              configure: {
                implementation: `#!/bin/bash\n${script}\n`,
                inputs: {
                  PASSWORD: { get_input: 'db_password' },
                  URL: {
                    concat: [
                      'db://',
                      { get_input: 'db_password' },
                      '@',
                      { get_attribute: ['HOST', 'private_address'] },
                    ],
                  },
                  PORT: { get_input: 'port' },
                },
              },
            },
          },
        },
      },
    },
  });

const got = () => readFileSync(join(folder, 'got'), 'utf8').trimEnd().split('\n');
const [first, second] = ['it\'s a "Hidden" $word', 'another, hidden:word/2'];

const created = async (text: string, parameters: object): Promise<Shown> => {
  const answer = await call('', 'POST', { template: text, parameters });
  const body = await answer.text();
  expect(answer.status, body).toBe(201);
  return ended((JSON.parse(body) as Shown).uuid);
};

const updated = async (uuid: string, parameters: object): Promise<Shown> => {
  const answer = await call(`/${uuid}`, 'PUT', { template: template(), parameters });
  expect(answer.status, await answer.text()).toBe(202);
  return ended(uuid);
};

const everything = async (uuid: string): Promise<string> => {
  const shown = await Promise.all(
    ['/log', '/timeline?size=1000'].map(async (path) => (await call(`/${uuid}${path}`)).text()),
  );
  return shown.join('\n');
};

describe('a secret input of an operation on AWS', () => {
  it('reaches the script, is in no log, and runs it again only when it changes', async () => {
    const made = await created(template(), { db_password: first });
    const { uuid } = made;
    expect(made, `${made.statusReason}\n${await everything(uuid)}`).toMatchObject({ status: 'CREATE_COMPLETE' });
    expect(got()).toEqual([first, expect.stringMatching(/^db:\/\/it's a "Hidden" \$word@[\d.]+$/)]);
    const log = await everything(uuid);
    expect(log).toContain('the password is ********');
    expect(log).not.toContain('Hidden');

    expect((await updated(uuid, { db_password: first })).status).toBe('UPDATE_COMPLETE');
    expect(got()).toHaveLength(2);
    const changed = await updated(uuid, { db_password: second });
    expect(changed.status, changed.statusReason).toBe('UPDATE_COMPLETE');
    expect(got().slice(2)).toEqual([second, expect.stringContaining(second)]);
    expect(await everything(uuid)).not.toContain('hidden:');

    expect(await kept()).toHaveLength(2);
    expect((await call(`/${uuid}`, 'DELETE')).status).toBe(204);
    while ((await call(`/${uuid}`)).status !== 404) await setTimeout(500);
    expect(await kept()).toEqual([]);
  });
});
