/** Without those that look alike: 0 and O, 1, l and I. */
const characters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A password of 20 characters: 115 bits. */
export function newPassword(
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string {
  let password = '';
  while (password.length < 20) {
    for (const byte of random(new Uint8Array(32))) {
      // a byte that is taken by remainder would prefer the first characters
      if (byte < characters.length * 4 && password.length < 20) password += characters[byte % characters.length];
    }
  }
  return password;
}
