/** Of a name, how many characters at its end are always shown: more of one that has more characters than `longest`. */
const shown = 3;
const shownOfLong = 7;
const longest = 16;

/** The part of a name that may be cut, and its end: names that one template makes often differ only there. */
export const nameEnds = (name: string): readonly [start: string, end: string] => {
  const letters = [...name];
  const end = letters.length > longest ? shownOfLong : shown;
  return [letters.slice(0, -end).join(''), letters.slice(-end).join('')];
};
