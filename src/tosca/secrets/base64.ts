/** Base64 with what browsers and Node both have: the dashboard runs this library too, where there is no `Buffer`. */

/** Of the text's UTF-8, without the padding. */
export const toBase64 = (text: string): string => {
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes).replace(/(?<!=)=+$/, '');
};

/** The bytes as characters, also of the base64 of URLs (RFC 4648 section 5). Takes what may be cut off, and any padding. */
export const fromBase64 = (encoded: string): string => {
  const digits = encoded
    .replace(/(?<!=)=+$/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  return atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits);
};
