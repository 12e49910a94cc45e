/** Which inputs still need a value; undefined: none does. */
export const neededWords = (needed: readonly string[]): string | undefined => {
  if (needed.length === 0) return undefined;
  if (needed.length === 1) return `The input ${needed[0]} needs a value.`;
  return `${needed.length} inputs need a value: ${needed.join(', ')}.`;
};
