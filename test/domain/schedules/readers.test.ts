import { describe, expect, it } from 'vitest';
import { matching } from '../../../src/domain/schedules/match-files.ts';
import type { Reader } from '../../../src/domain/schedules/schedule.ts';

const readers = { forbidden: ['physics', 'chemistry'], closed: [] };

const sees = async (reader: Reader, scope: string): Promise<boolean> => {
  const watch = { id: 'one', fileExpression: '.*', reader };
  const scheduleIndex = { counts: async () => new Map(), candidates: async () => [watch] };
  const found = await matching({ scheduleIndex, fileConfiguration: { readers } }, { scope, name: 'data/1' });
  return found.length === 1;
};

const member = (...groups: string[]): Reader => ({ groups, isAdministrator: false });
const nobody: Reader = { isAdministrator: false };
const administrator: Reader = { isAdministrator: true };

describe('a file', () => {
  it.each([
    ['in a scope that nothing is said of', 'incoming', nobody, true],
    ['in a scope of a group of the owner', 'forbidden', member('art', 'chemistry'), true],
    ['in a scope of another group', 'forbidden', member('art', 'phys', 'physics/inner'), false],
    ['in a scope of a group, where the issuer tells none', 'forbidden', nobody, false],
    ['in a scope of nobody', 'closed', member('physics'), false],
    ['in any scope, for an administrator', 'closed', administrator, true],
    ['in a scope that is called as a member of every object', 'constructor', nobody, true],
  ] as const)('%s', async (_, scope, reader, expected) => {
    expect(await sees(reader, scope)).toBe(expected);
  });
});
