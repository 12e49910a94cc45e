/** A key as it is written, with the colon behind it. */
export interface WrittenKey {
  /** without quotes */
  readonly key: string;
  /** length with quotes, without the blanks before the colon */
  readonly length: number;
  /** length up to and with the colon */
  readonly whole: number;
}

const quoted = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/;

/** The key with which a line begins; undefined: it begins with none. */
export const keyOf = (line: string): WrittenKey | undefined => {
  if (/^[\s#{}[\],&*!|>%@`]/.test(line)) return undefined;
  return keyBefore(line, quoted.exec(line)?.[0], line.search(/:(?:\s|$)/));
};

/** The key with which a member of a flow begins, such as `a` of `{ a: 1 }`. */
export const flowKeyOf = (text: string): WrittenKey | undefined => {
  if (/^[\s#{}[\],:]/.test(text)) return undefined;
  const colon = text.search(/[:,{}[\]]/);
  const found = keyBefore(text, quoted.exec(text)?.[0], colon);
  return found !== undefined && /^:(?:[\s,}\]]|$)/.test(text.slice(found.whole - 1)) ? found : undefined;
};

/** `colon`: where it is if the key has no quotes; -1: nowhere. */
const keyBefore = (text: string, inQuotes: string | undefined, colon: number): WrittenKey | undefined => {
  if (inQuotes !== undefined) {
    const blanks = /^\s*/.exec(text.slice(inQuotes.length))?.[0].length ?? 0;
    const whole = inQuotes.length + blanks + 1;
    if (text[whole - 1] !== ':' || !/^(?:[\s,}\]]|$)/.test(text.slice(whole))) return undefined;
    const key = inQuotes.slice(1, -1);
    return { key: inQuotes.startsWith("'") ? key.replaceAll("''", "'") : key, length: inQuotes.length, whole };
  }
  const key = text.slice(0, Math.max(colon, 0)).trimEnd();
  if (key === '' || /^["']/.test(key) || key.includes('#') || text[colon] !== ':') return undefined;
  return { key, length: key.length, whole: colon + 1 };
};

export const endOfLine = (text: string, from: number): number => {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
};
