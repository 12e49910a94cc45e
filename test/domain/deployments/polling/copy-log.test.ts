import { describe, expect, it } from 'vitest';
import { copyLog } from '../../../../src/domain/deployments/polling/copy-log.ts';
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

describe('copyLog', () => {
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
