import { describe, expect, it } from 'vitest';
import { currentDeployment, onBehalfOf } from '../../../src/domain/credentials/current-deployment.ts';

describe('the deployment that a step works for', () => {
  it('is known to everything that the step does, also later, and to nothing else', async () => {
    const seen = await onBehalfOf('one', async () => {
      const before = currentDeployment();
      await new Promise(setImmediate);
      return [before, currentDeployment()];
    });
    expect(seen).toEqual(['one', 'one']);
    expect(currentDeployment()).toBeUndefined();
  });

  it('is not mixed up by steps that run at once', async () => {
    const step = (id: string) =>
      onBehalfOf(id, async () => {
        await new Promise(setImmediate);
        return currentDeployment();
      });
    expect(await Promise.all(['one', 'two'].map(step))).toEqual(['one', 'two']);
  });

  it('is unknown to a step that works for none, which runs all the same', () => {
    expect(onBehalfOf(undefined, () => ['it ran', currentDeployment()])).toEqual(['it ran', undefined]);
  });
});
