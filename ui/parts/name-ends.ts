/** Of a long name, how many characters at its end are always shown. */
const shown = 7;
const longest = 16;

/** The part of a name that may be cut, and its end: names that one template makes often differ only there. */
export const nameEnds = (name: string): readonly [start: string, end: string] => {
  const letters = [...name];
  return letters.length <= longest ? [name, ''] : [letters.slice(0, -shown).join(''), letters.slice(-shown).join('')];
};
