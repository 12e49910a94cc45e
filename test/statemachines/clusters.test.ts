import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClusterCredentials } from '../../src/domain/credentials/ports.ts';
import { createDeployment } from '../../src/domain/deployments/accepting/create.ts';
import { ProviderFailedError } from '../../src/foundation/errors.ts';
import { clusterTemplate } from '../domain/clusters/cluster-template.ts';
import { limits } from '../domain/deployments/world.ts';
import { noClusterCredentials } from '../support/no-clusters.ts';
import { type Engine, engineWorld, startEngine } from './engine-world.ts';
import { type Scenario, scenarioOf } from './scenario.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

/** A new token each time, that looks like no other secret. */
const issuing = (): ClusterCredentials => {
  let issued = 0;
  return {
    lacking: () => 'nothing',
    issue: async () => {
      issued += 1;
      return { accessToken: `owner-key-${issued}`, client: { id: 'clues', secret: 'client-key' } };
    },
  };
};

const started = async (clusterCredentials: ClusterCredentials): Promise<Scenario> => {
  const world = { ...engineWorld(engine), clusterCredentials };
  const owner = { issuer: 'https://issuer.example', subject: 'user' };
  const origin = { serviceUrl: 'https://toscanini.example' };
  const request = { template: clusterTemplate(), parameters: {}, limits, owner, origin };
  return scenarioOf(world, await createDeployment(world, request));
};

/** All that is kept anywhere: tables, files, and what was told. */
const kept = async ({ world, deployment }: Scenario): Promise<string> => {
  const items = await Promise.all(
    Object.values(engine.tables).map(async (TableName) => engine.client.send(new ScanCommand({ TableName }))),
  );
  const { files } = world;
  const now = await world.deployments.find(deployment.id);
  const operations = [deployment.operation.id, now?.operation.id ?? ''];
  const rankings = await Promise.all(operations.map((id) => files.findRanking(deployment.id, id)));
  const templates = await Promise.all(operations.map((id) => files.getTemplate(deployment.id, id)));
  const log = await files.readLog(deployment.id);
  return JSON.stringify([items.map(({ Items }) => Items), rankings, templates, log, world.events, world.sent]);
};

describe('an elastic cluster', () => {
  it('is given what it needs to call the service, anew whenever it is sent, and none of that is kept', async () => {
    const one = await started(issuing());
    expect(await one.run()).toMatchObject({ status: 'SUCCEEDED' });
    const [infrastructure] = one.world.clouds.standing;
    expect(infrastructure?.template).toMatch(/iam_access_token: owner-key-1\n/);
    expect(infrastructure?.template).toMatch(/iam_clues_client_secret: client-key\n/);
    expect(infrastructure?.template).toContain(`deployment_id: ${one.deployment.id}\n`);
    expect(infrastructure?.template).toContain('orchestrator_url: https://toscanini.example\n');
    expect(infrastructure?.template).toContain(`PAAS_DEP_UUID: ${one.deployment.id}`);
    await one.run(await one.update(clusterTemplate().replace('count: 0', 'count: 2')));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(one.world.clouds.updates.at(-1)).toMatch(/iam_access_token: owner-key-\d+\n/);
    expect(one.world.clouds.updates.at(-1)).not.toContain('owner-key-1\n');
    expect(await kept(one)).not.toMatch(/owner-key|client-key/);
    expect(one.world.events.filter(({ message }) => message.includes('scale'))).toEqual([]);
  });

  it('is deployed where nobody can act for its owner, after log and timeline have said that it will not scale', async () => {
    const one = await started(noClusterCredentials);
    await one.run();
    expect(await one.now()).toMatchObject({ status: 'CREATE_COMPLETE' });
    expect(one.world.clouds.standing[0]?.template).toMatch(/iam_access_token: iam_access_token\n/);
    const kinds = one.world.events.map(({ kind }) => kind);
    const told = one.world.events.findIndex(({ message }) => message.includes('elastic will not scale'));
    expect(kinds[told]).toBe('WARNING');
    expect(told).toBeLessThan(kinds.indexOf('ATTEMPT_STARTED'));
    expect(await one.world.files.readLog(one.deployment.id)).toMatch(
      /^\S+ warning: the cluster elastic will not scale/,
    );
  });

  it('fails with the reason where its owner has withdrawn what he entrusted, and where the manager quotes the key', async () => {
    const revoked = () => Promise.reject(new ProviderFailedError('the issuer has withdrawn it: sign in'));
    const one = await started({ ...issuing(), issue: revoked });
    await one.run();
    expect(await one.now()).toMatchObject({
      status: 'CREATE_FAILED',
      statusReason: expect.stringContaining('sign in'),
    });
    const quoting = await started(issuing());
    quoting.world.clouds.create = (_, template) =>
      Promise.reject(new ProviderFailedError(`no such thing: ${/iam_access_token: \S+/.exec(template)?.[0]}`));
    await quoting.run();
    expect((await quoting.now())?.statusReason).toContain('no such thing: iam_access_token: ********');
    expect(await kept(quoting)).not.toMatch(/owner-key|client-key/);
  });
});
