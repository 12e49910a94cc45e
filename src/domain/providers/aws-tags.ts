/**
 * What AWS takes as a tag, the narrowest of the services that our stacks and jobs use (test/adapters/aws/tags.test.ts holds it
 * against their models). Lengths are in characters of Unicode. CloudFormation alone takes no empty value.
 */
export const tagLimits = { name: 128, value: 256, tags: 50 } as const;

/** Between `[` and `]` of an expression with the flag `u`: letters, separators, digits and some signs. */
const tagCharacters = String.raw`\p{L}\p{Z}\p{N}_.:\/=+\-@`;

/** In messages. */
export const tagCharactersInWords = 'letters, digits, spaces and _.:/=+-@';

const nameForm = new RegExp(`^[${tagCharacters}]{1,${tagLimits.name}}$`, 'u');
const valueForm = new RegExp(`^[${tagCharacters}]{1,${tagLimits.value}}$`, 'u');

/** Names and values with this start are AWS's own, in any case. */
const isReserved = (text: string): boolean => /^aws:/i.test(text);

export const isTagName = (text: string): boolean => nameForm.test(text) && !isReserved(text);

export const isTagValue = (text: string): boolean => valueForm.test(text) && !isReserved(text);
