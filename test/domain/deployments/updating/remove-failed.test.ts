import { describe, expect, it } from 'vitest';
import type { SubmittedAttempt } from '../../../../src/domain/deployments/record/claim-attempt.ts';
import { removeFailed } from '../../../../src/domain/deployments/updating/remove-failed.ts';
import type { Resource } from '../../../../src/domain/resources/resource.ts';
import { nodes, updating } from './updating.ts';

const failed = (id: string, node: string) => ({ id, node, state: 'failed', properties: [] }) as const;

/** `web` has machine 0 and `db` has machine 1; `db` is changed as given. */
const standing = async (changes: Partial<Resource>) => {
  const one = await updating(nodes('web', 'db'));
  await one.begin();
  const all = await one.world.resources.all(one.deployment.id);
  await one.world.resources.put(all.map((each) => (each.toscaNodeName === 'db' ? { ...each, ...changes } : each)));
  const attempt = (await one.attempt()) as SubmittedAttempt;
  const remove = () => removeFailed(one.world, attempt, [failed('0', 'web'), failed('1', 'db')]);
  const db = async () =>
    (await one.world.resources.all(one.deployment.id)).find(({ toscaNodeName }) => toscaNodeName === 'db');
  return { ...one, remove, db };
};

describe('removeFailed', () => {
  it('removes a failed machine that was never ready, so that it is made again', async () => {
    const one = await standing({ neverReady: true, state: 'ERROR', becoming: { operationId: 'earlier' } });
    await one.remove();
    expect(one.machines()).toEqual(['web']);
    expect(await one.db()).toMatchObject({ state: 'CREATING', madeBy: one.operationId, neverReady: true });
    expect(await one.db()).not.toHaveProperty('physicalId');
    expect(await one.db()).not.toHaveProperty('becoming');
    expect(await one.log()).toContain(
      'virtual machines 1 failed before they were ready; they are removed and made again',
    );
  });

  it('does it once, however often the step runs', async () => {
    const one = await standing({ neverReady: true });
    await one.remove();
    const log = await one.log();
    await one.remove();
    expect([one.machines(), await one.log()]).toEqual([['web'], log]);
  });

  it('keeps a failed machine that was ready once, since it may hold data', async () => {
    const one = await standing({ state: 'ERROR' });
    await one.remove();
    expect(one.machines()).toEqual(['web', 'db']);
    expect(await one.db()).toMatchObject({ physicalId: '1', state: 'ERROR' });
  });
});
