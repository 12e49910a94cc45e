/** The parts of a text between delimiters: `token` splits at each of the characters (1.3 section 4.3.3). */
export const tokenParts = (text: string, delimiters: string): readonly string[] => {
  const each = new Set(delimiters);
  const parts = [''];
  for (const character of text) {
    if (each.has(character)) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
};
