import type { Whose } from '../deployers/planner.ts';

/**
 * What AWS takes as a tag, the narrowest of the services that our stacks and jobs use (test/adapters/aws/tags.test.ts holds it
 * against their models). Lengths are in characters of Unicode. CloudFormation alone takes no empty value.
 */
export const tagLimits = { name: 128, value: 256, tags: 50 } as const;

/** Between `[` and `]` of an expression with the flag `u`: letters, digits and signs, without spaces and `=`; it ends in `-`, which needs to be last. */
export const tagSigns = String.raw`\p{L}\p{N}_.:/+@-`;

const tagCharacters = String.raw`\p{Z}=${tagSigns}`;

/** In messages. */
export const tagCharactersInWords = 'letters, digits, spaces and _.:/=+-@';

const nameForm = new RegExp(`^[${tagCharacters}]{1,${tagLimits.name}}$`, 'u');
const valueForm = new RegExp(`^[${tagCharacters}]{1,${tagLimits.value}}$`, 'u');

/** Names and values with this start are AWS's own, in any case. */
const isReserved = (text: string): boolean => /^aws:/i.test(text);

export const isTagName = (text: string): boolean => nameForm.test(text) && !isReserved(text);

export const isTagValue = (text: string): boolean => valueForm.test(text) && !isReserved(text);

/** A text as the value of a tag: each sign that AWS does not take everywhere becomes its number. */
export const tagText = (text: string): string =>
  text.replace(/[^A-Za-z0-9 +\-=._:/@]/g, (sign) => `=${sign.codePointAt(0)?.toString(16)};`).slice(0, tagLimits.value);

/** On everything that is made, so that a bill can be divided among people. */
export const whoseTags = (whose: Whose | undefined): { readonly [name: string]: string } => ({
  ...(whose && { 'toscanini:owner': tagText(whose.owner) }),
  ...(whose?.group !== undefined && { 'toscanini:group': tagText(whose.group) }),
});
