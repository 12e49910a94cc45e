import { describe, expect, it } from 'vitest';
import { type FollowedList, followList } from '../../cli/commands/follow-list.ts';
import type { CliContext } from '../../cli/context.ts';
import { type DeploymentItem, ToscaniniError } from '../../client/index.ts';
import { terminal } from './terminal.ts';

const item = (uuid: string, status: DeploymentItem['status']) => ({ uuid, status }) as DeploymentItem;

/** Shows these lists one after the other; then the user presses Ctrl-C. */
const followed = async (live: boolean, ...lists: readonly (readonly DeploymentItem[])[]) => {
  const { screen, lines } = terminal(60, 20, live);
  const interrupting = new AbortController();
  const ends: string[] = [];
  let at = 0;
  const line = ({ uuid, status }: DeploymentItem): string => `${uuid} ${status}`;
  const list: FollowedList = {
    read: async () => lists[at] ?? [],
    table: (found) => ['ID STATUS', ...found.map(line)],
    line,
    gone: ({ uuid }) => `${uuid} left`,
  };
  const sleep: CliContext['sleep'] = async (_, signal) => {
    at += 1;
    if (at === lists.length) interrupting.abort();
    signal?.throwIfAborted();
  };
  const cli = { screen, sleep, interrupted: interrupting.signal, endAs: (outcome: string) => void ends.push(outcome) };
  await followList(cli as unknown as CliContext, list);
  return { lines: lines().filter((one) => one !== ''), ends };
};

const lists = [
  [item('b', 'CREATE_IN_PROGRESS'), item('a', 'CREATE_COMPLETE')],
  [item('b', 'CREATE_IN_PROGRESS'), item('a', 'CREATE_COMPLETE')],
  [item('c', 'CREATE_IN_PROGRESS'), item('b', 'CREATE_COMPLETE')],
];

describe('a list that is followed', () => {
  it('changes in place at a terminal, and ends at Ctrl-C', async () => {
    expect(await followed(true, ...lists)).toEqual({
      lines: ['ID STATUS', 'c CREATE_IN_PROGRESS', 'b CREATE_COMPLETE'],
      ends: ['interrupted'],
    });
  });

  it('is a line for each change in a pipe, the oldest first', async () => {
    const { lines } = await followed(false, ...lists);
    expect(lines).toEqual([
      ...['a CREATE_COMPLETE', 'b CREATE_IN_PROGRESS'],
      ...['a left', 'b CREATE_COMPLETE', 'c CREATE_IN_PROGRESS'],
    ]);
  });

  it('says above the list that the service is away, until it answers again', async () => {
    const { screen, lines } = terminal(60, 20, true);
    const interrupting = new AbortController();
    const seen: (readonly string[])[] = [];
    let at = 0;
    const list: FollowedList = {
      read: async (onLost) => {
        if (at === 1) onLost?.(new Error('it does not answer'));
        seen.push(lines().filter((one) => one !== ''));
        return [item('a', 'CREATE_COMPLETE')];
      },
      table: (found) => found.map(({ uuid }) => uuid),
      line: () => '',
      gone: () => undefined,
    };
    const sleep: CliContext['sleep'] = async (_, signal) => {
      at += 1;
      if (at === 3) interrupting.abort();
      signal?.throwIfAborted();
    };
    const cli = { screen, sleep, interrupted: interrupting.signal, endAs: () => undefined };
    await followList(cli as unknown as CliContext, list);
    expect(seen).toEqual([[], ['! it does not answer; asking again', 'a'], ['a']]);
  });

  it('goes on when the service was away in between', async () => {
    const { screen, lines } = terminal(60, 20, false);
    const interrupting = new AbortController();
    const away = new ToscaniniError('it does not answer', { name: 'UnavailableError' });
    const answers = [[item('a', 'CREATE_IN_PROGRESS')], away, [item('a', 'CREATE_COMPLETE')]];
    const read = async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      if (answers.length === 0) interrupting.abort();
      return answer ?? [];
    };
    const sleep: CliContext['sleep'] = async (_, signal) => signal?.throwIfAborted();
    const cli = { screen, sleep, interrupted: interrupting.signal, endAs: () => undefined };
    const line = ({ uuid, status }: DeploymentItem): string => `${uuid} ${status}`;
    await followList(cli as unknown as CliContext, { read, table: () => [], line, gone: () => undefined });
    expect(lines()).toEqual(['a CREATE_IN_PROGRESS', 'a CREATE_COMPLETE', '']);
  });

  it('ends with the error of the service', async () => {
    const { screen } = terminal();
    const cli = { screen, sleep: async () => {}, interrupted: new AbortController().signal };
    const list = {
      read: () => Promise.reject(new Error('no answer')),
      table: () => [],
      line: () => '',
      gone: () => undefined,
    };
    await expect(followList(cli as unknown as CliContext, list)).rejects.toThrow('no answer');
  });
});
