/** An update that fails goes back to the version in force when it was asked to: docs/decisions/0065. */

import { describe, expect, it } from 'vitest';
import { ConflictError } from '../../src/foundation/errors.ts';
import { memoryWorld } from '../domain/deployments/world.ts';
import { complete, failing, machines, mended, node, type One, rest, rollback } from './reverting.ts';
import { scenario, statesOf } from './scenario.ts';
import { templateOf } from './templates.ts';

const messages = ({ world }: One) => world.events.map(({ kind, message }) => `${kind}: ${message}`);

describe('an update that fails and was asked to go back', () => {
  it('leaves the version that was in force, and says so in record, timeline and callback', async () => {
    const one = await complete();
    const accepted = await failing(one, { parameters: { size: 2, password: 'second' } });
    expect(accepted.operation).toMatchObject({ revertedBy: expect.any(String) });
    await one.run(accepted);
    mended(one);
    const between = await one.now();
    expect(between).toMatchObject({
      ...{ status: 'UPDATE_IN_PROGRESS', inForce: 1, version: 2, parameters: { size: 1, password: 'first' } },
      operation: { id: accepted.operation.revertedBy, kind: 'UPDATE', restores: 1 },
    });
    expect(between).not.toHaveProperty('statusReason');
    await rest(one);
    const done = await one.now();
    expect(done).toMatchObject({ status: 'UPDATE_FAILED', inForce: 1, parameters: { size: 1, password: 'first' } });
    expect(done).not.toHaveProperty('former');
    expect(done?.statusReason).toMatch(
      /^the update failed\nvirtual machine \d+ of cache is unconfigured[\s\S]*\nit went back to version 1/,
    );
    expect(done?.statusReasonWithLogs?.text).toMatch(/cache is unconfigured[\s\S]*it went back to version 1/);
    expect(machines(one)).toEqual(['db', 'web']);
    expect(await statesOf(one)).toEqual({ web: 'STARTED', db: 'STARTED' });
    expect(messages(one).filter((line) => /^(WARNING: the update|FAILED)/.test(line))).toEqual([
      expect.stringMatching(/^WARNING: the update failed: cache: .*; the deployment goes back to version 1$/),
      expect.stringMatching(/^FAILED: the deployment is UPDATE_FAILED: cache: .*; it went back to version 1/),
    ]);
    expect(one.world.notified.filter((id) => id.endsWith('-failed'))).toEqual([`${done?.operation.id}-failed`]);
  });

  it('keeps the secrets of the failed update secret', async () => {
    const one = await complete();
    await one.run(await failing(one, { parameters: { password: 'second' } }));
    await rest(one);
    expect((await one.now())?.secretTexts).toContain('second');
  });

  it('can be updated again', async () => {
    const one = await complete();
    await one.run(await failing(one));
    mended(one);
    await rest(one);
    await one.run(await one.update(templateOf({ web: node, cache: node })));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE', inForce: 3 });
    expect(machines(one)).toEqual(['cache', 'web']);
  });

  it('changes nothing where the provider was asked for nothing', async () => {
    const one = await complete();
    one.world.providers.rank = async () => ({
      candidates: [],
      dropped: [{ id: 'alpha', name: 'alpha', reason: 'no such image' }],
      notes: [],
    });
    const before = one.world.started.length;
    await one.run(await one.update(templateOf({ web: node, cache: node }), { ...rollback, parameters: { size: 2 } }));
    await rest(one);
    expect(one.world.started).toHaveLength(before + 1);
    expect(await one.now()).toMatchObject({ status: 'UPDATE_FAILED', inForce: 1, parameters: { size: 1 } });
    expect((await one.now())?.statusReason).toMatch(/no such image[\s\S]*version 1 is in force/);
    expect(await statesOf(one)).toEqual({ web: 'STARTED', db: 'STARTED' });
  });

  it('says what stands when going back fails too', async () => {
    const one = await complete();
    await one.run(await failing(one));
    await rest(one);
    const done = await one.now();
    expect(done).toMatchObject({ status: 'UPDATE_FAILED', inForce: 1, parameters: { size: 1 } });
    expect(done?.statusReason).toMatch(
      /virtual machine \d+ of cache is unconfigured[\s\S]*going back to version 1 failed too: [\s\S]*what stands:\n1 of web: /,
    );
    expect(messages(one).at(-1)).toMatch(/going back to version 1 failed too$/);
    mended(one);
    await one.run(await one.update(templateOf({ web: node })));
    expect(await one.now()).toMatchObject({ status: 'UPDATE_COMPLETE' });
    expect(machines(one)).toEqual(['web']);
  });

  it('gives way to a deletion', async () => {
    const one = await complete();
    await one.run(await failing(one));
    await one.delete();
    expect(await one.now()).toBeUndefined();
    expect(one.world.clouds.standing).toEqual([]);
  });

  it('is not taken back where its work was interrupted for good', async () => {
    const one = await complete();
    const { operation, id: deploymentId } = await failing(one);
    const { failOperation } = await import('../../src/domain/deployments/finishing/fail-operation.ts');
    const failure = { Error: 'InterruptedError', Cause: 'somebody stopped it' };
    await failOperation(one.world)({ deploymentId, operationId: operation.id, failure });
    expect(await one.now()).toMatchObject({ status: 'UPDATE_FAILED', operation: { id: operation.id } });
    expect((await one.now())?.statusReason).toMatch(/it was not taken back/);
  });

  it('is refused where no version was ever in force', async () => {
    const one = await scenario(memoryWorld());
    await one.run();
    await expect(one.update(templateOf({ web: node }), rollback)).rejects.toThrow(ConflictError);
  });
});
