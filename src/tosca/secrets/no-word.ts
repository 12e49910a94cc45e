/** Small and large letters and digits, and no path, address, or time: no word of a sentence. */
export const isNoWord = (word: string): boolean =>
  /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word) && !/[/@]|^\d{4}-\d\d-/.test(word);
