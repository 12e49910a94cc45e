import type { TypeFiles } from '../../tosca/operator-types.ts';

export interface Memory {
  /** how long a file is kept in memory, in milliseconds; default 1 min, so that an operator soon sees a change */
  readonly ttlMs?: number;
  /** milliseconds since 1970 */
  readonly now?: () => number;
}

/** Also remembers that a file does not exist: most installations have none. */
export const remembered = (
  { ttlMs = 60_000, now = Date.now }: Memory,
  load: (path: string) => Promise<string | undefined>,
): TypeFiles => {
  const known = new Map<string, { readonly text: string | undefined; readonly until: number }>();
  return {
    read: async (path) => {
      const found = known.get(path);
      if (found !== undefined && found.until > now()) return found.text;
      const text = await load(path);
      if (known.size >= capacity) known.clear();
      known.set(path, { text, until: now() + ttlMs });
      return text;
    },
  };
};

/** Most files kept at once. */
const capacity = 200;
