import fc from 'fast-check';

/** How many code points UTF-16 needs for its pairs. They are no characters. */
const surrogates = { from: 0xd800, count: 0x800 };

/**
 * The same as the unit `binary` of `fc.string`, which makes a table of all 1.1 million characters first: a second of
 * processor time in each process that uses it.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.integer({ min: 0, max: 0x10_ffff - surrogates.count }).map(
  (number) => String.fromCodePoint(number < surrogates.from ? number : number + surrogates.count),
  (text) => {
    const [character, ...more] = typeof text === 'string' ? text : '';
    const code = character?.codePointAt(0);
    if (code === undefined || more.length > 0) throw new Error('it is not one character');
    return code < surrogates.from ? code : code - surrogates.count;
  },
);
