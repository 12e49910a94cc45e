import { describe, expect, it } from 'vitest';
import { copyLog } from '../../../../src/domain/deployments/polling/copy-log.ts';
import { NotFoundError, ProviderFailedError, ProviderUnavailableError } from '../../../../src/foundation/errors.ts';
import { attempting } from '../attempting/attempting.ts';
import { accepted, memoryWorld } from '../world.ts';

/** Follows a log that reads so, one look after the other; answers ours. */
const follow = async (...looks: readonly string[]): Promise<string> => {
  const world = memoryWorld();
  const { id, operation } = await accepted(world);
  const at = operation.acceptedAt;
  const about = {
    deploymentId: id,
    operationId: operation.id,
    number: 1,
    providerId: 'alpha',
    startedAt: at,
    deadline: at,
  };
  await world.attempts.findOrCreate({ ...about, state: 'RUNNING', last: true, logged: {} });
  for (const look of looks) {
    world.clouds.log = async () => look;
    const attempt = await world.attempts.find(id, 1);
    if (attempt) await copyLog(world, attempt, 'inf-1');
  }
  return world.files.readLog(id);
};

const stars = '***************************************************************************\n';

/** A copy of the log of an attempt that has copied nothing yet, of a provider that answers so. */
const copying = async (answer: () => Promise<string>) => {
  const one = await attempting();
  const attempt = await one.begun({ state: 'RUNNING' });
  one.world.clouds.log = answer;
  return { ...one, copy: () => copyLog(one.world, attempt, 'inf-1') };
};

describe('a log that cannot be read', () => {
  it.each([new ProviderUnavailableError('504'), new ProviderFailedError('no such log')])(
    'fails nothing, and nothing is copied: $name',
    async (error) => {
      const one = await copying(() => Promise.reject(error));
      expect(await one.copy()).toBe('');
      expect(await one.attempt()).toMatchObject({ logged: {} });
    },
  );

  it('does not hide that the infrastructure is gone', async () => {
    const error = new NotFoundError('no such infrastructure');
    const one = await copying(() => Promise.reject(error));
    await expect(one.copy()).rejects.toBe(error);
  });
});

describe('copyLog', () => {
  it('returns the whole log for quotes, also when it has not grown', async () => {
    const one = await copying(async () => 'a\n');
    expect(await one.copy()).toBe('a');
    const attempt = await one.attempt();
    expect(attempt).toMatchObject({ loggedInAll: 2 });
    expect(attempt && (await copyLog(one.world, attempt, 'inf-1'))).toBe('a');
  });

  it('adds what a log of one part has grown by', async () => {
    expect(await follow('', 'a\n', 'a\n', 'a\nb\n')).toBe('a\nb\n');
  });

  it('adds what each machine’s part has grown by, in its place or at the end', async () => {
    const looks = [
      'begun\n',
      `begun\nVM 0:\na0\n\n${stars}`,
      `begun\nmore\nVM 0:\na0\n\n${stars}VM 1:\na1\n\n${stars}`,
      `begun\nmore\nVM 0:\na0\nb0\n\n${stars}VM 1:\na1\nb1\n\n${stars}`,
    ];
    expect(await follow(...looks)).toBe('begun\nVM 0:\na0\nmore\nVM 1:\na1\nVM 0:\nb0\nVM 1:\nb1\n');
  });

  it('loses nothing when a part begins anew', async () => {
    expect(await follow('long log of before\n', 'new\n', 'new\nand more\n')).toBe(
      'long log of before\nnew\nand more\n',
    );
  });

  it('is not led astray by a machine that prints the title of another', async () => {
    const looks = ['VM 0:\nx\nVM 0:\ny\n', 'VM 0:\nx\nVM 0:\ny\nz\n'];
    expect(await follow(...looks)).toBe('VM 0:\nx\nVM 0:\ny\nVM 0:\nz\n');
  });
});
