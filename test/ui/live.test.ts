import { describe, expect, it } from 'vitest';
import { errorOf, ToscaniniError } from '../../client/errors.ts';
import { forgetAnswers, poll, type Surroundings } from '../../ui/data/live.ts';

interface Question {
  readonly etag: string | undefined;
  answer(value: unknown, etag?: string): Promise<void>;
  unchanged(): Promise<void>;
  fail(status: number | undefined): Promise<void>;
  /** Something else has answered. */
  failAtProxy(status: number, headers?: Record<string, string>): Promise<void>;
}

/** Everything that has been promised so far. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const surroundings = () => {
  forgetAnswers();
  const questions: Question[] = [];
  const pauses: number[] = [];
  let time = 0;
  let go: () => void = () => {};
  let returned: () => void = () => {};
  const state = { hidden: false };
  const all: Surroundings = {
    send: (_, call = {}) => {
      const { promise, resolve, reject } = Promise.withResolvers<Response>();
      questions.push({
        etag: call.headers?.['If-None-Match'],
        answer: async (value, etag = '"1"') => {
          resolve(new Response(JSON.stringify(value), { headers: { etag } }));
          await settled();
        },
        unchanged: async () => {
          resolve(new Response(null, { status: 304 }));
          await settled();
        },
        fail: async (status) => {
          reject(
            status === undefined
              ? new ToscaniniError('no', { name: 'UnavailableError' })
              : await errorOf(Response.json({ code: status, message: 'no' }, { status }), 'https://service.example'),
          );
          await settled();
        },
        failAtProxy: async (status, headers = {}) => {
          reject(await errorOf(new Response('<h1>no</h1>', { status, headers }), 'https://service.example'));
          await settled();
        },
      });
      return promise;
    },
    now: () => time,
    random: () => 0.5,
    isHidden: () => state.hidden,
    onReturn: (listener) => {
      returned = listener;
      return () => {};
    },
    wait: (milliseconds, signal) => {
      pauses.push(milliseconds);
      return new Promise((resolve) => {
        go = () => {
          time += milliseconds;
          resolve();
        };
        if (signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve());
      });
    },
  };
  return {
    all,
    questions,
    pauses,
    state,
    /** the last question */
    last: (): Question => questions.at(-1) as Question,
    pass: async () => {
      go();
      await settled();
    },
    comeBack: async () => {
      returned();
      await settled();
    },
  };
};

describe('live data', () => {
  it('asks with the last ETag, and keeps the value of an unchanged answer', async () => {
    const world = surroundings();
    const live = poll<{ n: number }>('/x', () => 1_000, world.all);
    await settled();
    expect(world.last().etag, 'a list has an ETag only for those who ask for one').toBe('""');
    await world.last().answer({ n: 1 });
    expect(live.value.value).toEqual({ n: 1 });
    await world.pass();
    expect(world.last().etag).toBe('"1"');
    await world.last().unchanged();
    expect(live.value.value).toEqual({ n: 1 });
    expect(live.reachedAt.value).toBe(1_000);
    live.stop();
  });

  it('keeps the value of an unchanged answer also when more answers came meanwhile than are remembered', async () => {
    const world = surroundings();
    const live = poll<{ n: number }>('/x', () => 1_000, world.all);
    await world.last().answer({ n: 1 });
    await world.pass();
    const asked = world.last();
    for (let other = 0; other < 400; other += 1) {
      const one = poll(`/other/${other}`, () => 1_000, world.all);
      await world.last().answer({});
      one.stop();
    }
    await asked.unchanged();
    expect(live.value.value).toEqual({ n: 1 });
    await world.pass();
    expect(world.last().etag).toBe('"1"');
    live.stop();
  });

  it('waits longer after each failure, half a minute at most, and keeps the last value', async () => {
    const world = surroundings();
    const live = poll<{ n: number }>('/x', () => 1_000, world.all);
    await world.last().answer({ n: 1 });
    for (let failures = 0; failures < 8; failures += 1) {
      await world.pass();
      await world.last().fail(undefined);
    }
    expect(world.pauses).toEqual([1_000, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    expect(live.problem.value?.name).toBe('UnavailableError');
    expect(live.value.value).toEqual({ n: 1 });
    await world.pass();
    await world.last().answer({ n: 2 });
    expect(live.problem.value).toBeUndefined();
    live.stop();
  });

  it('waits at least as long as a service that is busy asks for, whatever the spread of the pauses, but half a minute at most', async () => {
    const world = surroundings();
    const live = poll('/x', () => 1_000, { ...world.all, random: () => 0 });
    await world.last().failAtProxy(429, { 'retry-after': '12' });
    await world.pass();
    await world.last().failAtProxy(503, { 'retry-after': '600' });
    expect(world.pauses).toEqual([12_000, 24_000]);
    live.stop();
  });

  it('asks seldom while nobody looks, and at once when somebody does again', async () => {
    const world = surroundings();
    const live = poll('/x', () => 1_000, world.all);
    world.state.hidden = true;
    await world.last().answer({});
    expect(world.pauses).toEqual([60_000]);
    world.state.hidden = false;
    await world.comeBack();
    expect(world.questions).toHaveLength(2);
    live.stop();
  });

  it('ends when the answer cannot become another one, until somebody asks again', async () => {
    const world = surroundings();
    const live = poll('/x', () => 1_000, world.all);
    await world.last().fail(404);
    expect(world.pauses).toEqual([]);
    live.refresh();
    await settled();
    expect(world.questions).toHaveLength(2);
    live.stop();
  });

  it.each([404, 403, 400])(
    'asks again after %i of a proxy, which does not know what the service has',
    async (status) => {
      const world = surroundings();
      const live = poll('/x', () => 1_000, world.all);
      await world.last().failAtProxy(status);
      expect(world.pauses).toEqual([1_000]);
      expect(live.problem.value?.name).toBe('UnexpectedAnswerError');
      await world.pass();
      await world.last().answer({ n: 1 });
      expect(live.problem.value).toBeUndefined();
      live.stop();
    },
  );

  it('asks nothing more once it is stopped', async () => {
    const world = surroundings();
    const live = poll('/x', () => 1_000, world.all);
    await world.last().answer({});
    live.stop();
    await settled();
    await world.comeBack();
    expect(world.questions).toHaveLength(1);
  });

  it('does not ask how long to wait when the page was left before the first answer', async () => {
    const world = surroundings();
    const seen: unknown[] = [];
    const pauseAfter = (value: unknown): number => {
      seen.push(value);
      return 1_000;
    };
    const live = poll('/x', pauseAfter, world.all);
    live.stop();
    await world.last().fail(undefined);
    expect({ seen, pauses: world.pauses, problem: live.problem.value }).toEqual({
      seen: [],
      pauses: [],
      problem: undefined,
    });
  });

  it('shows at once what it showed, when a page is opened again', async () => {
    const world = surroundings();
    const first = poll('/x', () => 1_000, world.all);
    await world.last().answer({ n: 1 });
    first.stop();
    const second = poll('/x', () => 1_000, world.all);
    expect(second.value.value).toEqual({ n: 1 });
    second.stop();
  });

  it('says how old that is, since the service may not be reached now', async () => {
    const world = surroundings();
    const first = poll('/x', () => 1_000, world.all);
    await world.last().answer({ n: 1 });
    await world.pass();
    await world.last().unchanged();
    first.stop();
    const second = poll('/x', () => 1_000, world.all);
    await world.last().fail(undefined);
    expect(second.reachedAt.value).toBe(1_000);
    second.stop();
  });

  it('goes on asking for days while the page is in sight, but more seldom, and ends where it is not', async () => {
    const world = surroundings();
    const hour = 60 * 60 * 1000;
    const live = poll('/x', () => hour / 120, world.all);
    for (let asked = 0; asked < 24 * 120; asked += 1) {
      await world.last().answer({});
      await world.pass();
    }
    expect([...new Set(world.pauses)]).toEqual([hour / 120, hour / 60]);
    world.state.hidden = true;
    await world.last().answer({});
    const before = world.questions.length;
    await world.pass();
    expect(world.questions).toHaveLength(before);
    world.state.hidden = false;
    await world.comeBack();
    expect(world.questions).toHaveLength(before + 1);
    live.stop();
  });
});
