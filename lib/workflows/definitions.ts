/**
 * The workflows of statemachines/ as data, with their fragments filled in. The cloud, the laptop and the tests use the same
 * text.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../statemachines/', import.meta.url));
const ending = '.asl.json';

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
type Members = { readonly [name: string]: Json };

/** Names of all workflows: the files of statemachines/, without their ending. */
export const workflowNames = (): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();

/**
 * Whether a workflow is Express: it runs for five minutes at most, costs by the second and not by transition
 * (docs/decisions/0027), and sends no event when it ends.
 */
export const isExpress = (name: string): boolean => name === 'poll' || name === 'poll-backfill';

/** `SubmitAttempt` -> `submit-attempt` */
export const kebab = (pascal: string): string => pascal.replace(/(?<!^)([A-Z])/g, '-$1').toLowerCase();

export interface Placeholders {
  /** all functions */
  readonly functions: readonly string[];
  /** the functions that the definition does not call itself, but passes to the workflow `poll` */
  readonly polled: readonly string[];
  readonly workflows: readonly string[];
}

/** The placeholders of a definition: `${SubmitAttempt}` is a function, `${AttemptProviderWorkflow}` another workflow. */
export const placeholders = (name: string): Placeholders => {
  const text = definitionText(name);
  const matching = (expression: RegExp) => [
    ...new Set([...text.matchAll(expression)].flatMap(([, found]) => found ?? [])),
  ];
  const all = matching(/"\$\{([A-Za-z]+)\}"/g);
  return {
    functions: all.filter((placeholder) => !placeholder.endsWith('Workflow')),
    polled: matching(/"function":"\$\{([A-Za-z]+)\}"/g),
    workflows: all.filter((placeholder) => placeholder.endsWith('Workflow')),
  };
};

/**
 * The workflow of statemachines/<name>.asl.json as Step Functions expects it: Amazon States Language, JSONPath. Every
 * `{"Fragment": "…"}` is replaced by that fragment of statemachines/fragments.json.
 */
export const definitionText = (name: string): string => {
  const text = texts.get(name) ?? JSON.stringify(withFragments(read(`${name}${ending}`), fragments()));
  texts.set(name, text);
  return text;
};

/** By name: a synthesis asks for each many times. */
const texts = new Map<string, string>();

/**
 * Replaces `{"Fragment": "a"}` by the fragment `a`. Members beside `Fragment` are added, and override those of the
 * fragment. A fragment that is a list adds its elements to the list around it. Fragments may use fragments. Throws for an
 * unknown name.
 */
export const withFragments = (value: Json, known: Members, within: readonly string[] = []): Json => {
  if (isList(value)) return value.flatMap((element) => inList(element, known, within));
  if (!isMembers(value)) return value;
  const { Fragment: name, ...own } = value;
  const filled = Object.fromEntries(
    Object.entries(own).map(([key, member]) => [key, withFragments(member, known, within)]),
  );
  return name === undefined ? filled : merged(String(name), fragment(String(name), known, within), filled);
};

/** Only a fragment is spread: a list inside a list stays a list. */
const inList = (element: Json, known: Members, within: readonly string[]): readonly Json[] => {
  const filled = withFragments(element, known, within);
  const isFragment = isMembers(element) && element['Fragment'] !== undefined;
  return isFragment && isList(filled) ? filled : [filled];
};

const fragment = (name: string, known: Members, within: readonly string[]): Json => {
  const found = known[name];
  if (found === undefined) {
    throw new Error(
      `there is no fragment "${name}"; statemachines/fragments.json has ${Object.keys(known).join(', ')}`,
    );
  }
  if (within.includes(name)) throw new Error(`the fragment "${name}" uses itself: ${[...within, name].join(' -> ')}`);
  return withFragments(found, known, [...within, name]);
};

const merged = (name: string, filled: Json, own: Members): Json => {
  if (Object.keys(own).length === 0) return filled;
  if (isMembers(filled)) return { ...filled, ...own };
  throw new Error(
    `the fragment "${name}" is not an object, so no key may stand beside its name; found ${Object.keys(own)}`,
  );
};

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isMembers = (value: Json): value is Members => typeof value === 'object' && value !== null && !isList(value);

const fragments = (): Members => read('fragments.json') as Members;
const read = (file: string): Json => JSON.parse(readFileSync(`${folder}${file}`, 'utf8')) as Json;
