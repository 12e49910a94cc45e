/** A provider of AWS whose role may not be assumed: when a deployment is made, in its middle, and when it is deleted. */

import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { deploymentsOf } from '../deployments.ts';
import { group, service } from './service.ts';

const { call, read } = deploymentsOf(service, group);

const sandbox = async (body?: object) => {
  const asked = body === undefined ? {} : { method: 'PUT', body: JSON.stringify(body) };
  const answer = await fetch(`${service.urls().awsUrl}/_sandbox/aws`, asked);
  expect(answer.status).toBe(200);
  return (await answer.json()) as { readonly places: readonly { readonly things: readonly object[] }[] };
};

const template = JSON.stringify({
  tosca_definitions_version: 'tosca_simple_yaml_1_3',
  topology_template: { node_templates: { server: { type: 'tosca.nodes.Compute' } } },
});

const accepted = async (): Promise<string> => {
  const answer = await call('', 'POST', { template, parameters: {}, userGroup: group });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { uuid: string }).uuid;
};

const logOf = async (uuid: string): Promise<string> => (await call(`/${uuid}/log`)).text();

const until = async (uuid: string, words: string): Promise<void> => {
  while (!(await logOf(uuid)).includes(words)) await setTimeout(250);
};

const ended = async (uuid: string): Promise<string> => {
  for (;;) {
    const { status } = await read<{ status: string }>(`/${uuid}`);
    if (!/IN_PROGRESS$/.test(status)) return status;
    await setTimeout(250);
  }
};

const gone = async (uuid: string): Promise<void> => {
  while ((await call(`/${uuid}`)).status !== 404) await setTimeout(250);
  expect((await sandbox()).places.flatMap(({ things }) => things)).toEqual([]);
};

describe('a role that may not be assumed', () => {
  it('when a deployment is made: the next provider is tried at once, and nothing has to be waited for later', async () => {
    const uuid = await accepted();
    expect(await ended(uuid)).toBe('CREATE_COMPLETE');
    expect(await logOf(uuid)).toMatch(
      /attempt 1 failed: AWS refused the credentials of this service: .*sts:AssumeRole.*: this role must exist and trust this service/,
    );
    expect((await call(`/${uuid}`, 'DELETE')).status).toBe(204);
    await gone(uuid);
  });

  it('in the middle, and when it is deleted: nothing is given up, and it goes on once the right is back', async () => {
    const deny = [{ call: 'DescribeStacks', answer: 'deny' }];
    await sandbox({ pace: 1 });
    const uuid = await accepted();
    await until(uuid, 'attempt 2: provider sandbox-aws-eu-central-1 works on');
    await sandbox({ faults: deny });
    await until(uuid, 'refuses the credentials of this service: the operators of this service have to correct them');
    await sandbox({ faults: [], pace: 0.02 });
    expect(await ended(uuid)).toBe('CREATE_COMPLETE');
    await sandbox({ faults: deny });
    expect((await call(`/${uuid}`, 'DELETE')).status).toBe(204);
    while ((await logOf(uuid)).split('refuses the credentials').length < 3) await setTimeout(250);
    expect((await read<{ status: string }>(`/${uuid}`)).status).toBe('DELETE_IN_PROGRESS');
    await sandbox({ faults: [] });
    await gone(uuid);
  });
});
