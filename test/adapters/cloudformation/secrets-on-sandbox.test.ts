/** @module-tag full */

/** Secret inputs of operations on machines of the sandbox, whose scripts really run and fetch them. */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cloudFormation } from '../../../src/adapters/cloudformation/cloudformation.ts';
import { planner } from '../../../src/adapters/cloudformation/planner.ts';
import { translate } from '../../../src/domain/cloudformation/translate.ts';
import { NotFoundError, NotReadyError, ProviderUnavailableError } from '../../../src/foundation/errors.ts';
import { machinesOf } from '../../domain/cloudformation/translated.ts';
import { type Bench, refusal, startBench } from '../../local/sandbox/aws/bench.ts';
import { everyNth } from '../../support/sampled.ts';
import { topologyOf } from '../../tosca/fixtures.ts';

const region = 'eu-west-1';
const since = '2026-01-01T00:00:00.000Z';

let bench: Bench;
let folder: string;
let now: number;
/** The sandbox's clock and ours. */
const pass = (seconds: number): void => {
  bench.pass(seconds);
  now += seconds * 1000;
};
beforeEach(async () => {
  bench = await startBench();
  now = Date.parse('2026-01-01T00:00:00Z');
  folder = mkdtempSync(join(tmpdir(), 'toscanini-secrets-'));
});
afterEach(async () => {
  await bench.stop();
  rmSync(folder, { recursive: true, force: true });
});

const template = (password: string, machines = 2) => `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    password: { type: string, default: ${JSON.stringify(password)} }
    settings: { type: map, entry_schema: string, metadata: { secret: true }, default: { user: bob, word: ${JSON.stringify(`${password}!`)} } }
  node_templates:
    machine: { type: tosca.nodes.Compute, capabilities: { scalable: { properties: { default_instances: ${machines} } } } }
    app:
      type: tosca.nodes.SoftwareComponent
      requirements: [ host: machine ]
      interfaces:
        Standard:
          create:
            inputs: { WORD: { get_input: password }, SETTINGS: { get_input: settings }, PLAIN: shown }
            implementation: |
              #!/bin/bash
              printf '%s\\n' "$WORD" "$SETTINGS" "$PLAIN" >> ${folder}/got
              echo "word $WORD settings $SETTINGS plain $PLAIN"
              echo "base64 $(printf %s "$WORD" | base64 -w0)" >&2
          delete:
            inputs: { WORD: { get_input: password } }
            implementation: |
              #!/bin/bash
              echo "gone $WORD" >> ${folder}/got`;

const password = 'Sesame street? "12"';

const deployed = async (text: string) => {
  const deployer = cloudFormation({
    clock: { now: () => new Date(now) },
    clients: { endpoint: bench.url, credentials: { accessKeyId: 'local', secretAccessKey: 'local' }, maxAttempts: 1 },
    accountOf: () => ({ region }),
  })('aws');
  const planned = async (written: string) => {
    const topology = await topologyOf(written);
    const translation = translate(topology, { region, agentProfile: 'toscanini-machines-eu-west-1' });
    if (!translation.ok) throw new Error(translation.reasons.join('\n'));
    const blueprint = JSON.stringify(translation.blueprint);
    const order = { template: '', inputs: {}, edits: [], name: 'toscanini-0198-1' };
    return { blueprint, submission: planner.plan({ ...order, blueprint, machines: machinesOf(topology) }) };
  };
  let { blueprint, submission } = await planned(text);
  const id = await deployer.create(submission);
  pass(600);
  const look = (from = since) => deployer.configure(id, { since: from, blueprint: async () => blueprint });
  /** A process that dies is followed by another look. */
  const ended = async (from = since) => {
    for (let left = 400; left > 0; left -= 1) {
      pass(5);
      const progress = await look(from).catch((error: unknown) => {
        if (error instanceof ProviderUnavailableError || error instanceof NotReadyError) return undefined;
        throw error;
      });
      if (progress !== undefined && progress.is !== 'running') return progress;
      await bench.idle();
    }
    throw new Error('the operations have not ended');
  };
  const update = async (written: string) => {
    ({ blueprint, submission } = await planned(written));
    await deployer.update(id, submission);
    pass(600);
  };
  const removed = async () => {
    for (let left = 800; left > 0; left -= 1) {
      pass(1);
      try {
        await deployer.destroy(id);
        await deployer.status(id);
      } catch (error) {
        if (error instanceof NotFoundError) return;
        if (!(error instanceof ProviderUnavailableError || error instanceof NotReadyError)) throw error;
      }
      await bench.idle();
    }
    throw new Error('the stack is still there');
  };
  return { deployer, id, look, ended, update, removed, submission };
};

const got = (): readonly string[] =>
  existsSync(join(folder, 'got')) ? readFileSync(join(folder, 'got'), 'utf8').trimEnd().split('\n') : [];

const parameters = async (): Promise<readonly { name: string; type: string; tags: { [key: string]: string } }[]> =>
  JSON.parse((await bench.control('GET')).text).places.flatMap((place: { parameters: unknown[] }) => place.parameters);

/** All that somebody may read who may read everything of CloudFormation, EC2 and Run Command. */
const visible = async (id: string): Promise<string> => {
  const { CommandInvocations: runs = [] } = await bench.ssm.listCommandInvocations({});
  const outputs = await Promise.all(
    runs.map(({ CommandId, InstanceId }) => bench.ssm.getCommandInvocation({ CommandId, InstanceId })),
  );
  const { TemplateBody } = await bench.cloudFormation.getTemplate({ StackName: id });
  return JSON.stringify([runs, outputs, TemplateBody, await bench.stack(id), await bench.events(id)]);
};

/** In parameters that are encrypted, each for its machine alone. */
const expectForMachinesAlone = async (): Promise<void> => {
  const all = await parameters();
  expect(all).toHaveLength(6);
  expect(new Set(all.map(({ type }) => type))).toEqual(new Set(['SecureString']));
  for (const { name, tags } of all) {
    const [, machine] =
      /^\/toscanini\/operations\/toscanini-0198-1\/[0-9a-f-]{36}\/(i-\w+)\/[0-9a-f]{24}$/.exec(name) ?? [];
    expect(tags['toscanini:machine']).toBe(`arn:aws:ec2:${region}:111111111111:instance/${machine}`);
  }
  const machine = all[0]?.tags['toscanini:machine']?.split('/').at(-1);
  const other = all.find(({ tags }) => !tags['toscanini:machine']?.endsWith(machine ?? ''))?.name ?? '';
  const base = `${bench.url}/_sandbox/aws/machines/${machine}/latest`;
  const headers = { 'x-aws-ec2-metadata-token-ttl-seconds': '60' };
  const token = await (await fetch(`${base}/api/token`, { method: 'PUT', headers })).text();
  const asked = { headers: { 'x-aws-ec2-metadata-token': token } };
  const keys = await fetch(`${base}/meta-data/iam/security-credentials/toscanini-machines-eu-west-1`, asked);
  const { AccessKeyId, SecretAccessKey, Token } = (await keys.json()) as { [name: string]: string };
  const credentials = {
    accessKeyId: `${AccessKeyId}`,
    secretAccessKey: `${SecretAccessKey}`,
    sessionToken: `${Token}`,
  };
  const { ssm } = bench.of(region, credentials);
  expect((await ssm.getParameter({ Name: all[0]?.name ?? '', WithDecryption: true })).Parameter?.Value).toBeDefined();
  expect(await refusal(ssm.getParameter({ Name: other, WithDecryption: true }))).toMatch(/^AccessDenied/);
  const forged = bench.of(region, { ...credentials, secretAccessKey: 'wrong' });
  expect(await refusal(forged.ssm.getParameter({ Name: all[0]?.name ?? '' }))).toMatch(/^InvalidSignature/);
};

describe('a secret input of an operation', () => {
  it('reaches the script whole, stands in no stack, command, output or log, and is for its machine alone', async () => {
    const { deployer, id, ended, submission } = await deployed(template(password));
    expect(await ended()).toEqual({ is: 'done' });
    const one = [password, JSON.stringify({ user: 'bob', word: `${password}!` }), 'shown'];
    expect(got()).toEqual([...one, ...one]);
    const log = (await deployer.log(id)).parts.map(({ text }) => text).join('\n');
    expect(log).toContain('word ******** settings ******** plain shown');
    expect(log).toContain('base64 ********');
    const order: { template: object } = JSON.parse(submission);
    for (const text of [log, await visible(id), JSON.stringify(order.template)]) {
      expect(text).not.toMatch(/Sesame/);
      expect(text).not.toContain(Buffer.from(password).toString('base64').slice(0, 12));
    }
    await expectForMachinesAlone();
  });

  it('that changes runs its operation again, and one that stays the same does not', async () => {
    const { ended, update } = await deployed(template(password, 1));
    await ended();
    const before = got().length;
    await update(template(password, 1));
    expect(await ended('2026-01-01T00:20:00.000Z')).toEqual({ is: 'done' });
    expect(got()).toHaveLength(before);
    await update(template('another word', 1));
    expect(await ended('2026-01-01T00:40:00.000Z')).toEqual({ is: 'done' });
    expect(
      got()
        .slice(before)
        .filter((line) => line === 'another word'),
    ).toHaveLength(1);
    expect(got().slice(before)).toHaveLength(before);
    // back to the first value is a change, too, whatever ran with it before
    await update(template(password, 1));
    expect(await ended('2026-01-01T00:50:00.000Z')).toEqual({ is: 'done' });
    expect(got()).toHaveLength(3 * before);
  });

  it('is there for operations before a deletion, and goes with the stack', async () => {
    const { ended, removed } = await deployed(template(password));
    await ended();
    await removed();
    expect(got().filter((line) => line === `gone ${password}`)).toHaveLength(2);
    expect(await parameters()).toEqual([]);
  });

  it('goes with a stack that somebody deleted by hand, at our deletion or at the sweep', async () => {
    const { deployer, id, ended } = await deployed(template(password, 1));
    await ended();
    await deployer.removeRemains?.(id);
    expect(await parameters()).toHaveLength(3);
    await bench.cloudFormation.deleteStack({ StackName: id });
    pass(600);
    await deployer.removeRemains?.(id);
    expect(await parameters()).toEqual([]);
  });

  it('is taken away again when the stack is deleted while it is given', async () => {
    const { deployer, id, ended } = await deployed(template(password, 1));
    await ended();
    await deployer.destroy(id).catch(() => undefined);
    const { ssm, cloudFormation: stacks } = bench;
    await stacks.deleteStack({ StackName: id });
    await ssm.putParameter({
      Name: `/toscanini/operations/toscanini-0198-1/${id.split('/').at(-1)}/i-1/x`,
      Value: 'late',
      Type: 'SecureString',
    });
    pass(600);
    await deployer.destroy(id);
    expect(await parameters()).toEqual([]);
  });

  it('that a provider without the right to read it cannot give says what the machine lacks', async () => {
    const { ended } = await deployed(template(password, 1));
    await bench.setFaults({ call: 'GetParameter', answer: 'deny' });
    expect(await ended()).toMatchObject({ is: 'failed', why: expect.stringMatching(/^create of app on i-\w+ failed/) });
    expect(got()).toEqual([]);
  });
});

const calls = ['GetParametersByPath', 'PutParameter', 'SendCommand', 'DeleteStack', 'DeleteParameters'];

describe('a process that dies', () => {
  for (const answer of ['lose-before', 'lose-after'] as const)
    for (const skip of everyNth(3, answer === 'lose-before' ? [0, 1, 2] : [1, 0, 2]))
      it(`${answer === 'lose-before' ? 'before' : 'after'} call ${skip + 1} of each kind leaves nothing, and each operation runs once`, async () => {
        await bench.setFaults(...calls.map((call) => ({ call, answer, skip, times: 1 })));
        const { ended, removed, deployer, id } = await deployed(template(password, 1));
        expect(await ended()).toEqual({ is: 'done' });
        await removed();
        // as the sweep does, until it can
        await deployer.removeRemains?.(id).catch(() => deployer.removeRemains?.(id));
        expect(got().filter((line) => line === 'shown')).toHaveLength(1);
        expect(got().filter((line) => line.startsWith('gone'))).toHaveLength(1);
        expect(await parameters()).toEqual([]);
      });
});
