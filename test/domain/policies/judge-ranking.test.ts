import { describe, expect, it } from 'vitest';
import { policiesOf } from '../../../src/adapters/policies/policies.ts';
import { dryRunCreation, dryRunUpdate } from '../../../src/domain/deployments/accepting/dry-run-template.ts';
import { requireAllowedCreation } from '../../../src/domain/deployments/accepting/require-allowed.ts';
import { retryDeployment } from '../../../src/domain/deployments/accepting/retry.ts';
import { updateDeployment } from '../../../src/domain/deployments/accepting/update.ts';
import { chooseProvider } from '../../../src/domain/deployments/attempting/choose-provider.ts';
import { rankProviders } from '../../../src/domain/deployments/attempting/rank-providers.ts';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import { beginUpdate } from '../../../src/domain/deployments/updating/begin-update.ts';
import type { PolicyRule } from '../../../src/domain/policies/rule.ts';
import { UnavailableError } from '../../../src/foundation/errors.ts';
import { attempting } from '../deployments/attempting/attempting.ts';
import { nodes, updating } from '../deployments/updating/updating.ts';
import { limits, memoryWorld } from '../deployments/world.ts';

const rule = (when: string, more: Partial<PolicyRule> = {}): PolicyRule => ({
  ...{ id: 'one', effect: 'deny', when, message: 'this is not done here' },
  ...more,
});
const notAlpha = rule('provider.id == "alpha"');
const owner = { issuer: 'https://issuer.example', subject: 'user' };
const request = { template: nodes('web', 'db'), parameters: {}, limits, owner };

const worldWith = (...rules: readonly PolicyRule[]) => ({ ...memoryWorld(), policies: policiesOf(rules) });

describe('a creation', () => {
  it('goes to the next provider where a rule denies one', async () => {
    const world = worldWith(notAlpha);
    const { candidates, dropped, violations } = await dryRunCreation(world, request);
    expect(candidates.map(({ id }) => id)).toEqual(['beta']);
    expect(dropped).toMatchObject([{ id: 'alpha', reason: expect.stringContaining('this is not done here') }]);
    expect(violations).toEqual([{ rule: 'one', effect: 'deny', message: 'this is not done here', provider: 'alpha' }]);
    await requireAllowedCreation(world, request);
  });

  it('may try as many providers as the request says, without those that are denied', async () => {
    const { candidates } = await dryRunCreation(worldWith(notAlpha), {
      ...request,
      limits: { ...limits, maxProvidersRetry: 1 },
    });
    expect(candidates.map(({ id }) => id)).toEqual(['beta']);
  });

  it('is refused before anything is stored where each provider is denied', async () => {
    const world = worldWith(rule('nodes.exists(n, n.name == "db")'), rule('true', { id: 'warned', effect: 'warn' }));
    await expect(requireAllowedCreation(world, request)).rejects.toMatchObject({
      name: 'ForbiddenError',
      message: 'policy one: this is not done here',
    });
    expect(world.stores.kept.files.size).toBe(0);
  });

  it('is refused in one sentence for all nodes of which a rule says the same', async () => {
    const world = worldWith(rule('true', { each: 'node' }));
    const named = Array.from({ length: 7 }, (_, at) => `n${at}`);
    await expect(requireAllowedCreation(world, { ...request, template: nodes(...named) })).rejects.toThrow(
      /^policy one \(nodes n0, n1, n2, n3, n4 and 2 more\): this is not done here$/,
    );
    await expect(requireAllowedCreation(world, { ...request, template: nodes('web') })).rejects.toThrow(
      /^policy one \(node web\): this is not done here$/,
    );
  });

  it('is not refused because nobody can rank now: the workflow asks the rules', async () => {
    const world = worldWith(rule('true'));
    const rank = async () => Promise.reject(new UnavailableError('the CMDB is away'));
    await requireAllowedCreation({ ...world, providers: { ...world.providers, rank } }, request);
  });

  it('is told of warnings, once for all providers', async () => {
    const { candidates, notes } = await dryRunCreation(worldWith(rule('true', { effect: 'warn' })), request);
    expect(candidates).toHaveLength(2);
    expect(notes).toEqual(['policy one warns: this is not done here']);
  });

  it('is judged by its labels and its group', async () => {
    const world = worldWith(rule('labels["team"] == "a" && group == "g"'));
    await expect(
      requireAllowedCreation(world, { ...request, labels: { team: 'a' }, userGroup: 'g' }),
    ).rejects.toMatchObject({ name: 'ForbiddenError' });
    await requireAllowedCreation(world, { ...request, labels: { team: 'b' }, userGroup: 'g' });
  });

  it('has nothing to do with rules where there are none', async () => {
    expect(await dryRunCreation(memoryWorld(), request)).not.toHaveProperty('violations');
  });
});

describe('the workflow of a creation', () => {
  const ranking = async (...rules: readonly PolicyRule[]) => {
    const one = await attempting();
    const world = { ...one.world, policies: policiesOf(rules) };
    return {
      ...one,
      rank: () => rankProviders(world)(one.ref),
      stored: () => world.files.findRanking(one.deployment.id, one.ref.operationId),
    };
  };

  it('tries no provider that a rule denies, and keeps why', async () => {
    const one = await ranking(notAlpha);
    expect(await one.rank()).toEqual({ candidates: ['beta'] });
    expect(await one.stored()).toMatchObject({ dropped: [{ id: 'alpha' }] });
    expect(await one.log()).toContain('policy one: this is not done here');
  });

  it('ends where all are denied, whatever was accepted', async () => {
    const one = await ranking(rule('operation == "create"'));
    const { candidates } = await one.rank();
    const { deploymentId, operationId } = one.ref;
    await expect(chooseProvider(one.world)({ deploymentId, operationId, candidates })).rejects.toMatchObject({
      name: 'OutOfProvidersError',
    });
  });

  it('tells of warnings in the timeline', async () => {
    const one = await ranking(rule('user.subject == "user" && owner.subject == "user"', { effect: 'warn' }));
    await one.rank();
    expect(one.messages().join()).toContain('policy one warns: this is not done here');
  });
});

describe('an update', () => {
  const standing = async () => {
    const one = await updating(nodes('web', 'db'));
    await one.begin();
    const { id, operation } = (await one.now()) as Deployment;
    const deployment = await one.world.deployments.record(id, operation.id, { status: 'UPDATE_COMPLETE' });
    return { ...one, deployment };
  };
  const removing = { template: nodes('web'), parameters: {}, limits };

  it('is denied by what it would do, and changes nothing', async () => {
    const { world, deployment, now } = await standing();
    const ports = { ...world, policies: policiesOf([rule('removed.exists(r, r.name == "db")')]) };
    const before = await now();
    await expect(updateDeployment(ports, deployment, removing)).rejects.toMatchObject({ name: 'ForbiddenError' });
    expect(await now()).toEqual(before);
    const { violations, notes } = await dryRunUpdate(ports, deployment, removing);
    expect(violations).toMatchObject([{ rule: 'one', provider: 'alpha' }]);
    expect(notes[0]).toContain('this is not done here');
    await updateDeployment(ports, deployment, { ...removing, template: nodes('web', 'db', 'more') });
    expect(await now()).toMatchObject({ status: 'UPDATE_IN_PROGRESS' });
  });

  it('is judged again before anything is sent, by the rules of then', async () => {
    const one = await updating(nodes('web', 'more'));
    const ports = {
      ...one.world,
      policies: policiesOf([rule('nodes.exists(n, n.change == "added" && n.name == "more")')]),
    };
    const input = { deploymentId: one.deployment.id, operationId: one.operationId };
    await expect(beginUpdate(ports)(input)).rejects.toMatchObject({ name: 'ForbiddenError' });
    expect(await one.stored()).toBeUndefined();
  });

  it('knows a rollback from an update', async () => {
    const { world, deployment } = await standing();
    const ports = { ...world, policies: policiesOf([rule('operation == "rollback"')]) };
    const back = { ...removing, exactly: { restores: 1, secrets: {} } };
    await expect(updateDeployment(ports, deployment, back)).rejects.toMatchObject({ name: 'ForbiddenError' });
    await updateDeployment(ports, deployment, removing);
  });
});

describe('a retry', () => {
  it('is denied as a creation is', async () => {
    const one = await attempting();
    const { id, operation } = one.deployment;
    await one.world.files.putTemplate(id, one.deployment.templateOf, nodes('web'));
    const failed = await one.world.deployments.record(id, operation.id, { status: 'CREATE_FAILED' });
    const ports = { ...one.world, policies: policiesOf([rule('operation == "retry"')]) };
    const asked = { parameters: {}, limits: {} };
    await expect(retryDeployment(ports, failed, asked)).rejects.toMatchObject({ name: 'ForbiddenError' });
    await retryDeployment(one.world, failed, asked);
  });
});
