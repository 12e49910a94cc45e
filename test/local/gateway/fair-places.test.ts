import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fairPlaces } from '../../../local/gateway/fair-places.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settled = () => vi.advanceTimersByTimeAsync(0);

/** Works that last until they are told to end. */
const works = (limit: number) => {
  const place = fairPlaces(limit);
  const running: { readonly name: string; readonly end: () => void }[] = [];
  const ask = (caller: string, name: string): void => {
    void place(caller, () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      running.push({ name, end: resolve });
      return promise;
    });
  };
  const end = async (name: string): Promise<void> => {
    const at = running.findIndex((one) => one.name === name);
    running.splice(at, 1)[0]?.end();
    await settled();
  };
  return { ask, end, names: () => running.map(({ name }) => name) };
};

describe('places that are shared out fairly', () => {
  it('are all for a caller who is alone', async () => {
    const { ask, end, names } = works(3);
    for (const n of [1, 2, 3, 4, 5]) ask('olga', `o${n}`);
    await settled();
    expect(names()).toEqual(['o1', 'o2', 'o3']);
    await end('o2');
    expect(names()).toEqual(['o1', 'o3', 'o4']);
  });

  it('are one for each while there are several', async () => {
    const { ask, end, names } = works(10);
    ask('uwe', 'u1');
    for (let n = 1; n <= 100; n += 1) ask('olga', `o${n}`);
    await settled();
    expect(names()).toEqual(['u1', 'o1']);
    await end('u1');
    expect(names()).toEqual(['o1']); // uwe will send more
    ask('uwe', 'u2');
    await settled();
    expect(names()).toEqual(['o1', 'u2']);
    await vi.advanceTimersByTimeAsync(150);
    await end('u2');
    await vi.advanceTimersByTimeAsync(1_100); // uwe has gone
    expect(names().length).toBeGreaterThan(5);
  });

  it('go round where there are fewer of them than callers', async () => {
    const { ask, end, names } = works(1);
    for (const n of [1, 2, 3]) ask('olga', `o${n}`);
    ask('uwe', 'u1');
    ask('ina', 'i1');
    await settled();
    await end('o1');
    expect(names()).toEqual(['u1']);
    await end('u1');
    expect(names()).toEqual(['i1']);
    await end('i1');
    expect(names()).toEqual(['o2']);
  });

  it('do not let a slow request keep back the next one of its caller', async () => {
    const { ask, end, names } = works(10);
    ask('uwe', 'u1');
    ask('olga', 'slow');
    ask('olga', 'o2');
    await settled();
    expect(names()).toEqual(['u1', 'slow']);
    await vi.advanceTimersByTimeAsync(250);
    expect(names()).toEqual(['u1', 'slow', 'o2']);
    await end('slow');
    ask('olga', 'o3');
    await settled();
    expect(names()).toEqual(['u1', 'o2']); // it was counted once
  });

  it('keep the requests that a caller sent while a slow one ran', async () => {
    const { ask, end, names } = works(2);
    ask('olga', 'slow');
    await vi.advanceTimersByTimeAsync(1_500);
    ask('uwe', 'u1'); // olga counts as absent from here on
    ask('olga', 'o2');
    await settled();
    expect(names()).toEqual(['slow', 'u1']);
    await end('slow');
    expect(names()).toEqual(['u1', 'o2']);
  });

  it('are free again after an error', async () => {
    const place = fairPlaces(1);
    await expect(place('olga', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await place('uwe', async () => 'done')).toBe('done');
  });
});
