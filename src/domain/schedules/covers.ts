/** Texts of which every matching text contains at least one. */
export type Cover = readonly string[];

/** An alternation with more branches gives no cover. */
const mostAlternatives = 16;

/**
 * The covers of an expression, from its plain characters, groups, alternatives and repetitions. Empty: nothing is known,
 * because nothing is required, or because the expression has something else, such as flags. Its schedule is then compared
 * with every file, which is slow but right.
 */
export const coversOf = (expression: string): readonly Cover[] => {
  const tokens = [...expression.matchAll(token)];
  const understood = tokens.reduce((length, [text]) => length + text.length, 0) === expression.length;
  return understood ? group(tokens.values()) : [];
};

/**
 * A token of RE2's syntax. Plain characters are one token, but the last of them is its own where a repetition follows: that
 * is of this character alone. A class that begins with `]` or holds `[` is not understood. U+FFFD is none, since the engine
 * lets it match half characters.
 */
const token =
  /\\(?<escaped>[!-/:-@[-`{-~])|(?<gap>[.^$]|\\[dDwWsSbB]|\[(?!\^?\])(?:\\.|[^\\[\]])*\])|(?<repeat>[*+?]\??|\{(?<least>\d+)(?:,\d*)?\}\??)|(?<open>\((?:\?:|(?!\?)))|(?<close>\))|(?<or>\|)|(?<plain>[^\\[\](){}|*+?.^$\uFFFD]+(?![*+?{])|[^\\[\](){}|*+?.^$\uFFFD])/gsuy;

/** Characters that stand for themselves, or the covers of anything else. */
type Item = string | readonly Cover[];

/** The covers of what stands before the next closing parenthesis, or the end. */
const group = (tokens: Iterator<RegExpExecArray>): readonly Cover[] => {
  const branches: Item[][] = [[]];
  for (let next = tokens.next(); !next.done; next = tokens.next()) {
    const { escaped, plain = escaped, gap, repeat, least, open, close } = next.value.groups ?? {};
    const items = branches.at(-1) ?? [];
    if (close !== undefined) break;
    if (plain !== undefined) items.push(plain);
    else if (gap !== undefined) items.push([]);
    else if (open !== undefined) items.push(group(tokens));
    else if (repeat !== undefined) items.push(isRequired(repeat, least) ? coversOfItem(items.pop()) : dropped(items));
    else branches.push([]);
  }
  const [only = [], ...others] = branches.map(coversOfBranch);
  return others.length === 0 ? only : together([only, ...others]);
};

const isRequired = (repeat: string, least = '0'): boolean => repeat.startsWith('+') || Number(least) > 0;

const coversOfItem = (item: Item = []): readonly Cover[] => (typeof item === 'string' ? [[item]] : item);

/** Takes the last item away: it may be missing in a matching text. */
const dropped = (items: Item[]): readonly Cover[] => {
  items.pop();
  return [];
};

/** Joins neighbouring characters to one text. */
const coversOfBranch = (items: readonly Item[]): readonly Cover[] => {
  const covers: Cover[] = [];
  let text = '';
  for (const item of [...items, []]) {
    if (typeof item === 'string') text += item;
    else {
      covers.push(...(text === '' ? [] : [[text]]), ...item);
      text = '';
    }
  }
  return covers;
};

/** One cover of all branches: the longest of each. Empty when a branch has none. */
const together = (branches: readonly (readonly Cover[])[]): readonly Cover[] => {
  const longest = branches.map((covers) => covers.toSorted((a, b) => shortest(b) - shortest(a))[0]);
  const texts = longest.flatMap((cover) => cover ?? []);
  return longest.includes(undefined) || texts.length > mostAlternatives ? [] : [texts];
};

const shortest = (cover: Cover): number => Math.min(...cover.map((text) => text.length));
