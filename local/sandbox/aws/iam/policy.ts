/** Policies of IAM as the sandbox reads them, in the form in which templates hold them. */

type OneOrMany = string | readonly string[];

export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action?: OneOrMany;
  readonly NotAction?: OneOrMany;
  readonly Resource?: OneOrMany;
  readonly NotResource?: OneOrMany;
  readonly Condition?: Conditions;
}

/** operator -> key -> values */
export type Conditions = { readonly [operator: string]: { readonly [key: string]: OneOrMany | boolean } };

/** What somebody is about to do. */
export interface Request {
  /** such as `cloudformation:CreateStack` */
  readonly action: string;
  /** ARN, or `*` of an action that has no resources */
  readonly resource: string;
  /** keys of conditions, and of variables, with their values */
  readonly context: Context;
}

export type Context = { readonly [key: string]: OneOrMany | undefined };

export const listOf = (value: OneOrMany | boolean | undefined): readonly string[] =>
  value === undefined ? [] : [value].flat().map(String);

/** Names of keys do not depend on case, but for the names of tags after the slash. */
export const contextValues = (context: Context, key: string): readonly string[] | undefined => {
  const canonical = keyOf(key);
  const found = Object.entries(context).find(([name]) => keyOf(name) === canonical)?.[1];
  return found === undefined ? undefined : listOf(found);
};

const keyOf = (key: string): string => {
  const [service = '', ...rest] = key.split('/');
  return [service.toLowerCase(), ...rest].join('/');
};

/** `*` stands for any characters, `?` for one, and `${*}` for a star. No expression is made: every call asks for hundreds. */
export const isLike = (pattern: string, text: string): boolean => {
  let [at, from] = [0, 0];
  let last: { readonly star: number; taken: number } | undefined;
  while (from < text.length) {
    const sign = pattern[at];
    if (sign === '*') {
      last = { star: at, taken: from };
      at += 1;
    } else if (sign === '?' || (sign !== undefined && (literal[sign] ?? sign) === text[from])) {
      at += 1;
      from += 1;
    } else if (last !== undefined) {
      // the star before takes one character more
      last.taken += 1;
      [at, from] = [last.star + 1, last.taken];
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
};

/** Characters that a policy writes as `${*}` are kept in the private area of Unicode until texts are compared. */
const written: { readonly [name: string]: string } = { '*': '\ue02a', '?': '\ue03f', $: '$' };
const literal: { readonly [kept: string]: string } = { '\ue02a': '*', '\ue03f': '?' };

/** A policy with its variables filled in; undefined: the request has no value for one, and the text matches nothing. */
export const withVariables = (pattern: string, context: Context): string | undefined => {
  let isKnown = true;
  const text = pattern.replaceAll(/\$\{([^}]+)\}/g, (_, name: string) => {
    if (name in written) return written[name] ?? '';
    const [value] = contextValues(context, name) ?? [];
    if (value === undefined) isKnown = false;
    return value ?? '';
  });
  return isKnown ? text : undefined;
};
