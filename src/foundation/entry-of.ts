/**
 * What a table has for a name that a user chose. Every object of JavaScript has members such as `constructor` and `toString`
 * of its own accord: they are no entries, although a node may be called so.
 */
export const entryOf = <T>(table: { readonly [name: string]: T } | undefined, name: string): T | undefined =>
  table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
