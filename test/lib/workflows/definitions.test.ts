import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { definitionText, withFragments, workflowNames } from '../../../lib/workflows/definitions.ts';

const folder = new URL('../../../statemachines/', import.meta.url);
const textOf = (file: string): string => readFileSync(new URL(file, folder), 'utf8');
const fragments = JSON.parse(textOf('fragments.json')) as Record<string, unknown>;

describe('a fragment', () => {
  const known = {
    retrier: { ErrorEquals: ['A'], MaxAttempts: 8 },
    catchers: [{ Next: 'one' }, { Next: 'two' }],
    nested: { Retry: [{ Fragment: 'retrier' }] },
    loop: { Fragment: 'loop' },
  };

  it('stands where its name stood, and what is said beside the name wins', () => {
    expect(withFragments({ Fragment: 'retrier', MaxAttempts: 50 }, known)).toEqual({
      ErrorEquals: ['A'],
      MaxAttempts: 50,
    });
  });

  it('adds all its elements to a list, between the others', () => {
    const list = [{ Next: 'zero' }, { Fragment: 'catchers' }, ['a list']];
    expect(withFragments(list, known)).toEqual([{ Next: 'zero' }, { Next: 'one' }, { Next: 'two' }, ['a list']]);
  });

  it('may use other fragments', () => {
    expect(withFragments({ Fragment: 'nested', Next: 'x' }, known)).toEqual({ Retry: [known.retrier], Next: 'x' });
  });

  it.each([
    [{ Fragment: 'retriers' }, 'there is no fragment "retriers"; statemachines/fragments.json has retrier, catchers'],
    [{ Fragment: 'loop' }, 'the fragment "loop" uses itself: loop -> loop'],
    [{ Fragment: 'catchers', Next: 'x' }, 'the fragment "catchers" is not an object'],
  ])('is refused where it cannot be: %j', (value, message) => {
    expect(() => withFragments(value, known)).toThrow(message);
  });
});

describe('the definitions', () => {
  it.each(workflowNames())('%s has all its fragments filled in', (name) => {
    expect(JSON.parse(definitionText(name))).toHaveProperty('StartAt');
    expect(definitionText(name)).not.toContain('"Fragment"');
  });

  it('use every fragment', () => {
    const uses = readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) => [...textOf(file).matchAll(/"Fragment": "([^"]+)"/g)].map(([, name]) => name));
    const names = Object.keys(fragments).filter((name) => name !== 'Comment');
    expect([...new Set(uses)].sort()).toEqual(names.sort());
  });

  it('say what to retry in fragments alone, and in no place twice', () => {
    const lists = workflowNames().flatMap((name) =>
      [...textOf(`${name}.asl.json`).matchAll(/"ErrorEquals": (\[[^\]]*\]),\s*"IntervalSeconds"/g)].map(
        ([, list]) => list,
      ),
    );
    expect(lists.filter((list) => /Lambda\.|States\.|Sandbox\./.test(`${list}`))).toEqual([]);
  });
});
