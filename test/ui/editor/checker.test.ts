import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validateTemplate } from '../../../src/tosca/process.ts';
import { checkTemplate } from '../../../ui/editor/check-template.ts';
import { checkerOf, type Port } from '../../../ui/editor/checker.ts';
import type { Answered, Checked, NumberedQuestion } from '../../../ui/editor/checking.ts';
import { latest } from '../../../ui/editor/latest.ts';
import { rangeOf } from '../../../ui/editor/ranges.ts';

const example = (name: string): string => readFileSync(`examples/${name}.yaml`, 'utf8');

describe('the checker of the editor', () => {
  it('finds the same problems at the same lines as the service', async () => {
    const text = example('broken');
    const { problems } = await validateTemplate(text, { read: () => Promise.reject(new Error('absent')) });
    const checked = await checkTemplate({ text, inputs: {} });
    expect(checked.ok).toBe(false);
    expect(checked.problems.length).toBeGreaterThan(8);
    expect(checked.problems.map(({ line, column, code }) => [line, column, code])).toEqual(
      problems.map(({ line, column, code }) => [line, column, code]),
    );
  });

  it('tells inputs, nodes and name of a template, so that a form and a picture can be made', async () => {
    const { ok, inputs, nodes, name } = await checkTemplate({ text: example('cluster'), inputs: { workers: 5 } });
    expect(ok).toBe(true);
    expect(inputs.map((input) => input.name)).toContain('worker_memory');
    expect(nodes.find((node) => node.name === 'worker_server')?.count).toBe(5);
    expect(name).toBe('slurm-cluster');
  });

  it('checks the values of the form', async () => {
    const { problems } = await checkTemplate({ text: example('cluster'), inputs: { workers: 'two' } });
    expect(problems.map(({ code, path }) => [code, path])).toContainEqual(['input-invalid', 'inputs.workers']);
  });

  it('answers with something that can be copied between threads', async () => {
    const checked = await checkTemplate({ text: example('cluster-2.0'), inputs: {} });
    expect(structuredClone(checked)).toEqual(checked);
  });

  it.each(['', '{', 'a: [', '- 1', '\u0000'])('takes the text %j', async (text) => {
    const { ok, problems } = await checkTemplate({ text, inputs: {} });
    expect([ok, problems.length > 0]).toEqual([false, true]);
  });
});

/** A worker that answers when it is told to. */
const fakeWorker = () => {
  const asked: NumberedQuestion[] = [];
  const listeners: { message?: (event: { data: Answered }) => void; error?: (event: { message?: string }) => void } =
    {};
  const port: Port = {
    postMessage: (message) => asked.push(message),
    addEventListener: (type: 'message' | 'error', listener: never) => {
      listeners[type] = listener;
    },
    terminate: () => {},
  };
  const answer = (data: Answered): void => listeners.message?.({ data });
  return { port, asked, answer, fail: (message: string) => listeners.error?.({ message }) };
};

const checked: Checked = {
  ...{ ok: true, problems: [], inputs: [], nodes: [], name: undefined, description: undefined, milliseconds: 1 },
};

const turn = async (): Promise<void> => {
  for (let index = 0; index < 20; index += 1) await Promise.resolve();
};

describe('the worker', () => {
  it('is asked one question at a time, and of those that wait only the last', async () => {
    const { port, asked, answer } = fakeWorker();
    const checker = checkerOf(port);
    const answers = ['a', 'b', 'c'].map((text) => checker.check({ text, inputs: {} }));
    await turn();
    // the first two were overtaken before the worker was asked
    expect(asked.map(({ text }) => text)).toEqual(['c']);
    answer({ id: asked[0]?.id ?? 0, checked });
    expect(await Promise.all(answers)).toEqual([undefined, undefined, checked]);
  });

  it('fails a question with its reason, and goes on', async () => {
    const { port, asked, answer, fail } = fakeWorker();
    const checker = checkerOf(port);
    const first = checker.check({ text: 'a', inputs: {} });
    await turn();
    answer({ id: asked[0]?.id ?? 0, failed: 'out of memory' });
    await expect(first).rejects.toThrow('out of memory');
    const second = checker.check({ text: 'b', inputs: {} });
    await turn();
    fail('no such file');
    await expect(second).rejects.toThrow('no such file');
  });
});

describe('the latest of several things', () => {
  it('is done after the one that runs', async () => {
    const done: number[] = [];
    const gate = Promise.withResolvers<void>();
    const run = latest(async (number: number) => {
      if (number === 1) await gate.promise;
      done.push(number);
      return number;
    });
    const first = run(1);
    await turn();
    const others = [run(2), run(3)];
    gate.resolve();
    expect(await Promise.all([first, ...others])).toEqual([1, undefined, 3]);
    expect(done).toEqual([1, 3]);
  });

  it('is done although the one before has failed', async () => {
    const run = latest(async (fails: boolean) => {
      if (fails) throw new Error('no');
      return 'done';
    });
    await expect(run(true)).rejects.toThrow('no');
    expect(await run(false)).toBe('done');
  });
});

describe('what is underlined', () => {
  const lines = ['default: two # a note', "name: 'a b'", ''];
  const starts = [0, 22, 34];
  const doc = {
    lines: 3,
    line: (number: number) => {
      const text = lines[number - 1] ?? '';
      const from = starts[number - 1] ?? 0;
      return { from, to: from + text.length, text };
    },
  };

  it.each([
    [1, 10, [9, 12]],
    [2, 7, [28, 33]],
    [1, 1, [0, 7]],
    [3, 1, [34, 34]],
    [9, 9, [34, 34]],
    [1, 99, [21, 21]],
  ])('at %i:%i is %j', (line, column, [from, to]) => {
    expect(rangeOf(doc, { line, column })).toEqual({ from, to });
  });
});
