import { describe, expect, it } from 'vitest';
import { type Change, ways } from '../../../src/domain/changes/change.ts';
import { changeLine, shownChange } from '../../../src/domain/changes/change-line.ts';

const change = (more: Partial<Change> = {}): Change => ({
  node: 'web',
  property: 'properties.a',
  how: 'altered',
  ...more,
});

describe('changeLine', () => {
  it('says what was, what is to be, and what happens', () => {
    expect(changeLine(change({ old: 1, new: { x: 'y' } }))).toBe(
      'web: properties.a from 1 to {"x":"y"}: altered in place',
    );
  });

  it('says where there was or will be nothing, and why something is refused', () => {
    expect(changeLine(change({ new: null }))).toBe('web: properties.a from nothing to null: altered in place');
    expect(changeLine(change({ old: 'x', how: 'refused', why: 'it is kept' }))).toBe(
      'web: properties.a from "x" to nothing: refused: it is kept',
    );
  });

  it('has other words for each way', () => {
    expect(new Set(ways.map((how) => changeLine(change({ how })))).size).toBe(ways.length);
  });

  it('shortens a value of more than 200 characters, and says by how many', () => {
    // the quotes of JSON count
    expect(changeLine(change({ new: 'x'.repeat(198) }))).toContain(`to "${'x'.repeat(198)}": altered`);
    expect(changeLine(change({ new: 'x'.repeat(199) }))).toContain(`to "${'x'.repeat(199)} (and 1 characters more): `);
  });
});

describe('shownChange', () => {
  const cleaned = (text: string) => text.replaceAll('hunter2', '********');
  const show = (given: Partial<Change>, ...secrets: readonly string[]) => {
    const { old, new: wanted, ...rest } = shownChange(change(given), { cleaned, secrets });
    expect(rest).toEqual({ node: 'web', property: given.property ?? 'properties.a', how: 'altered' });
    return [old, wanted];
  };
  const hidden = '********';

  it('has what is no secret as it is', () => {
    expect(show({ old: { a: [1, 'x'] }, new: null })).toEqual([{ a: [1, 'x'] }, null]);
  });

  it('says of a value that is missing that it is missing', () => {
    expect(shownChange(change({ new: 1 }), { cleaned, secrets: [] })).not.toHaveProperty('old');
    expect(shownChange(change({ old: 1 }), { cleaned, secrets: [] })).not.toHaveProperty('new');
  });

  it('hides both values where one of them holds a known secret', () => {
    expect(show({ old: 'older', new: 'hunter2' })).toEqual([hidden, hidden]);
    expect(show({ old: 'hunter2', new: 'newer' })).toEqual([hidden, hidden]);
  });

  it('keeps what is around a secret within a text', () => {
    expect(show({ old: 'run --with older', new: 'run --with hunter2' })).toEqual([hidden, 'run --with ********']);
  });

  it.each([
    ['properties.a', 'itself'],
    ['properties.a.b', 'a part of it'],
    ['properties', 'what it is a part of'],
  ])('hides a value that the template declares secret: %s, %s', (path) => {
    expect(show({ old: 1, new: { b: 2 } }, path)).toEqual([hidden, hidden]);
  });

  it.each(['properties.ab', 'properties.b', 'capabilities'])('is not misled by a secret at %s', (path) => {
    expect(show({ old: 1, new: 2 }, path)).toEqual([1, 2]);
  });

  it('hides both values where a name on the way speaks of a secret', () => {
    expect(show({ property: 'properties.admin_password', old: 'a', new: 'b' })).toEqual([hidden, hidden]);
    expect(show({ property: 'properties.admin_password.value', old: 'a', new: 'b' })).toEqual([hidden, hidden]);
  });

  it('looks into the values: a name there may speak of a secret too', () => {
    expect(show({ old: { user: 'u', password: 'a' }, new: { user: 'u', password: 'b' } })).toEqual([
      { user: 'u', password: hidden },
      { user: 'u', password: hidden },
    ]);
  });
});
