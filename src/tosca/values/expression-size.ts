/**
 * How many instructions RE2 makes of an expression, at most: it writes out every counted repetition, so `(a{100}){100}` has
 * ten thousand. Counted before the engine sees the expression, since compiling is what takes time and memory. A text that
 * is no expression has a size too; the engine says what is wrong with it.
 */
export const expressionSize = (expression: string): number => {
  const open: Level[] = [{ before: 0, last: 0 }];
  let level: Level = { before: 0, last: 0 };
  for (const { groups = {} } of expression.matchAll(token)) {
    const { quoted, group, close, least, comma, most, repeat, or, flags } = groups;
    // they are no part that could be repeated
    if (flags !== undefined) continue;
    if (group !== undefined) {
      open.push(level);
      level = { before: 0, last: 0 };
    } else if (close !== undefined) {
      const size = Math.max(1, sizeOf(level)) + captured;
      level = following(open.length > 1 ? (open.pop() ?? level) : level, size);
    } else if (least !== undefined) level.last = repeated(level.last, Number(least), comma, most);
    else if (repeat !== undefined) level.last += captured;
    else level = following(level, or === undefined ? (quoted?.length ?? 1) : captured);
  }
  while (open.length > 1) level = following(open.pop() ?? level, sizeOf(level) + captured);
  return sizeOf(level);
};

/** The sizes of what stands in a group so far: all but the last part, to which a repetition would belong, and that part. */
interface Level {
  readonly before: number;
  last: number;
}

/** Instructions of a capture, and most that a repetition without counts or an alternative adds. */
const captured = 2;

const sizeOf = ({ before, last }: Level): number => before + last;

const following = (level: Level, size: number): Level => ({ before: sizeOf(level), last: size });

const repeated = (size: number, least: number, comma = '', most = ''): number => {
  const times = Math.max(1, most === '' ? least : Number(most));
  return comma === '' ? times * size : times * (size + 1) + captured;
};

/** A token of RE2's syntax (github.com/google/re2/wiki/Syntax). Each begins with another character, so none is read twice. */
const token =
  /\\Q(?<quoted>(?:[^\\]|\\(?!E))*)|\\(?:[pP]\{[^{}]*\}|x\{[0-9a-fA-F]*\}|[\s\S])|\[\^?\]?(?:\\[\s\S]|\[:(?:\^?[a-z]+:\])?|\[(?!:)|[^\\\][])*\]?|(?<flags>\(\?[a-zA-Z-]*\))|(?<group>\((?:\?:)?)|(?<close>\))|\{(?<least>0|[1-9]\d{0,8})(?<comma>,(?<most>0|[1-9]\d{0,8})?)?\}\??|(?<repeat>[*+?]\??)|(?<or>\|)|[\s\S]/g;
