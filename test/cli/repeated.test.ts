import { describe, expect, it } from 'vitest';
import { CliError } from '../../cli/cli-error.ts';
import { repeated } from '../../cli/repeated.ts';
import { mostLost, ToscaniniError } from '../../client/index.ts';

const away = new ToscaniniError('it does not answer', { name: 'UnavailableError' });
const refused = new ToscaniniError('it is gone', { name: 'NotFoundError' });

/** What the service answers, one after the other; `ctrl-c` is pressed in the pause after it. */
const followed = async (...answers: readonly ('more' | 'ended' | 'ctrl-c' | Error)[]) => {
  const interrupting = new AbortController();
  const pauses: number[] = [];
  let at = 0;
  const sleep = async (milliseconds: number, signal?: AbortSignal) => {
    pauses.push(milliseconds);
    if (answers[at - 1] === 'ctrl-c') interrupting.abort();
    signal?.throwIfAborted();
  };
  const step = async () => {
    const answer = answers[at++] ?? 'ended';
    if (answer instanceof Error) throw answer;
    return answer === 'ended' ? ('ended' as const) : ('more' as const);
  };
  return { how: await repeated({ sleep, interrupted: interrupting.signal }, step), asked: at, pauses };
};

describe('what is asked again and again', () => {
  it('goes on with a pause, until it has ended or the user has enough', async () => {
    expect(await followed('more', 'ended')).toEqual({ how: 'ended', asked: 2, pauses: [2000] });
    expect(await followed('more', 'ctrl-c')).toEqual({ how: 'interrupted', asked: 2, pauses: [2000, 2000] });
  });

  it('waits for a service that is away for some minutes', async () => {
    const outage = Array.from({ length: mostLost }, () => away);
    expect(await followed('more', ...outage, 'more', ...outage, 'ended')).toMatchObject({ how: 'ended' });
    await expect(followed('more', ...outage, away)).rejects.toBe(away);
  });

  it('ends with a service that never answered, and with every other error', async () => {
    await expect(followed(away)).rejects.toBe(away);
    await expect(followed('more', refused)).rejects.toBe(refused);
    const wrong = new CliError('calledWrongly', 'a wrong flag');
    await expect(followed('more', wrong)).rejects.toBe(wrong);
  });
});
