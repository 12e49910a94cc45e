import { describe, expect, it } from 'vitest';
import { memoryWorld, template } from '../domain/deployments/world.ts';
import { scenario } from './scenario.ts';

describe('the timeline', () => {
  it('tells each attempt, why it failed, and how operations end, a line each', async () => {
    const one = await scenario(memoryWorld());
    one.world.clouds.set('alpha', { create: 'unconfigured' });
    await one.run();
    one.world.clouds.set('beta', { update: 'refuse' });
    await one.run(await one.update(template));
    expect(one.world.events.map(({ kind, message }) => [kind, message])).toEqual([
      ['ATTEMPT_STARTED', 'provider alpha works on infrastructure inf-1'],
      ['ATTEMPT_FAILED', 'provider alpha: the infrastructure is unconfigured'],
      ['ATTEMPT_STARTED', 'provider beta works on infrastructure inf-2'],
      ['COMPLETE', 'the deployment is CREATE_COMPLETE'],
      ['FAILED', 'the deployment is UPDATE_FAILED: beta: quota exceeded'],
    ]);
    expect(JSON.stringify(one.world.events)).not.toContain('contextualization');
  });

  it('tells everything once when a workflow runs twice', async () => {
    const one = await scenario(memoryWorld());
    await one.run();
    const once = [...one.world.events];
    await one.run();
    expect(one.world.events).toEqual(once);
  });
});
