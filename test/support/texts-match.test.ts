import { describe, expect, it } from 'vitest';

describe('a regular expression in what a test expects', () => {
  it('stands for a text that matches it, at any depth', () => {
    expect({ name: 'TypeError', causes: [{ message: 'no such image' }] }).toMatchObject({
      causes: [{ message: /such/ }],
    });
  });

  it.each([{ message: 'no such image' }, { message: 7 }, {}, new Error('no such image')])(
    'stands for nothing else: %o',
    (seen) => {
      expect(() => expect(seen).toMatchObject({ message: /such a flavor/ })).toThrow('to match object');
    },
  );
});
