import { beforeEach, expect, it, vi } from 'vitest';
import { service } from '../../ui/data/service.ts';
import { mayChange } from '../../ui/pages/schedule/may-change.ts';

vi.mock('../../ui/data/service.ts', () => ({ service: { me: vi.fn(), schedules: vi.fn() } }));

const schedule = { uuid: 'one', userGroup: 'physics' };
const me = (more: object) => vi.mocked(service.me).mockResolvedValue({ administrator: false, ...more } as never);

beforeEach(() => {
  vi.mocked(service.schedules).mockImplementation(async function* () {
    yield { uuid: 'own' } as never;
  });
});

it.each([
  ['an administrator', { administrator: true }, schedule, true],
  ['a manager of its group', { groups: ['physics'], manages: ['physics'] }, schedule, true],
  ['a manager of another group', { groups: ['physics'], manages: ['chemistry'] }, schedule, false],
  ['a member of its group', { groups: ['physics'] }, schedule, false],
  ['a manager, where it is of no group', { manages: ['physics'] }, { uuid: 'one' }, false],
  ['who has made it', {}, { ...schedule, uuid: 'own' }, true],
] as const)('lets %s change a schedule, or not', async (_, caller, which, expected) => {
  me(caller);
  expect(await mayChange(which)).toBe(expected);
});
