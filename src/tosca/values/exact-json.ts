/**
 * JSON whose whole numbers keep all their digits: a number that JavaScript would round is a bigint, and is written as a
 * number again. TOSCA's integers have 64 bits, and identifiers use them.
 */

declare global {
  interface BigInt {
    /** read by JSON.stringify */
    toJSON(): unknown;
  }
}

/** Not yet in the types of the language: Node 22, Chrome 114, Firefox 135, Safari 18.4. */
const raw = (JSON as unknown as { rawJSON?: (text: string) => unknown }).rawJSON;

// every bigint of this program is made here or from a text by `wholeNumber`, so whatever writes JSON can write it
Object.defineProperty(BigInt.prototype, 'toJSON', {
  value(this: bigint) {
    return raw === undefined ? this.toString() : raw(this.toString());
  },
  configurable: true,
});

/** The number of a text of digits, with a sign or without one. */
export const wholeNumber = (digits: string): number | bigint => {
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : exact(digits);
};

/** BigInt takes no plus. */
const exact = (digits: string): bigint => {
  const value = BigInt(digits.replace(/^[-+]/, '')); // also 0x and 0o
  return digits.startsWith('-') ? -value : value;
};

/** only a number with so many digits may change when it is read */
const mayChange = /\d{16}/;

/** As JSON.parse: SyntaxError where the text is no JSON. */
export const parseExactly = <Value = unknown>(text: string): Value =>
  (mayChange.test(text) ? JSON.parse(text, exactNumber) : JSON.parse(text)) as Value;

const exactNumber = (_name: string, value: unknown, { source = '' }: { readonly source?: string } = {}): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? BigInt(source) : value;
