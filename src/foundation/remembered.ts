/**
 * Remembers what was read, by two names, in this process: only for what never changes once it is there. Undefined is read
 * again. When there are more than `most`, the oldest is forgotten.
 */
export const remembered = <Value>(
  most: number,
  read: (of: string, name: string) => Promise<Value | undefined>,
): ((of: string, name: string) => Promise<Value | undefined>) => {
  const known = new Map<string, Value>();
  return async (of, name) => {
    const key = `${of} ${name}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = await read(of, name);
    if (value === undefined) return undefined;
    known.set(key, value);
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return value;
  };
};
