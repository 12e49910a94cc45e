import { dump, load } from 'js-yaml';
import { circularTemplates } from './circles.ts';

/** Numbers from 0 up to, and without, 1; the same for the same seed (mulberry32). */
export const randomOf = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

type Random = () => number;
type Tree = { [key: string]: unknown } | unknown[];

const below = (random: Random, count: number): number => Math.floor(random() * count);
const oneOf = <T>(random: Random, all: readonly T[]): T => all[below(random, all.length)] as T;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

interface Place {
  readonly in: Tree;
  readonly key: string;
}

const mostPlaces = 20_000;

/** Every member of a document; what aliases share counts once. */
const placesIn = (root: unknown): readonly Place[] => {
  const found: Place[] = [];
  const seen = new Set<unknown>();
  const open = isTree(root) ? [root] : [];
  for (let at = open.pop(); at !== undefined && found.length < mostPlaces; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    for (const [key, value] of Object.entries(at)) {
      found.push({ in: at, key });
      if (isTree(value)) open.push(value);
    }
  }
  return found;
};

const valueAt = ({ in: tree, key }: Place): unknown => (tree as { [key: string]: unknown })[key];
/** A copy, since a value may be put into itself. */
const put = ({ in: tree, key }: Place, value: unknown): void => {
  (tree as { [key: string]: unknown })[key] = structuredClone(value);
};

const scalars: readonly unknown[] = [
  '',
  null,
  true,
  -1,
  0,
  1e308,
  '9007199254740993',
  'SELF',
  'HOST',
  'ALL',
  '$',
  '$$',
  '__proto__',
  'constructor',
];
const functions = [
  'get_input',
  'get_property',
  'get_attribute',
  'get_operation_output',
  'get_artifact',
  'concat',
  'join',
  'token',
  'get_nodes_of_type',
];

/** A call whose names come from the document itself, so that most of them lead somewhere. */
const callOf = (random: Random, names: readonly string[]): unknown => {
  const name = oneOf(random, functions);
  const words = Array.from({ length: 1 + below(random, 5) }, () =>
    random() < 0.15 ? callOf(random, names) : oneOf(random, names),
  );
  return { [random() < 0.5 ? name : `$${name}`]: random() < 0.1 ? words[0] : words };
};

const nested = (random: Random, value: unknown): unknown => {
  let made = value;
  for (let depth = below(random, 60); depth > 0; depth -= 1)
    made = random() < 0.5 ? [made] : { [oneOf(random, functions)]: made };
  return made;
};

type Change = (random: Random, place: Place, places: readonly Place[], donor: unknown) => void;

const another = (random: Random, places: readonly Place[]): unknown => valueAt(oneOf(random, places));

const changes: readonly Change[] = [
  (random, place) => put(place, oneOf(random, scalars)),
  (random, place, places) => put(place, another(random, places)),
  (random, place, _, donor) => put(place, another(random, placesIn(donor).length > 0 ? placesIn(donor) : [place])),
  (random, place, places) =>
    put(
      place,
      callOf(
        random,
        places.map(({ key }) => key),
      ),
    ),
  (random, place) => put(place, nested(random, valueAt(place))),
  (_, place) => put(place, [valueAt(place), valueAt(place)]),
  (_, { in: tree, key }) => {
    if (Array.isArray(tree)) tree.splice(Number(key), 1);
    else delete tree[key];
  },
  (random, { in: tree, key }, places) => {
    if (Array.isArray(tree)) return;
    const { [key]: value } = tree;
    delete tree[key];
    tree[oneOf(random, places).key] = value;
  },
  // a name that is used elsewhere: references go round, or lead to another kind of thing
  (random, place, places) => put(place, oneOf(random, places).key),
];

/** The document with some members replaced, moved, renamed or left out, written anew. */
const otherTree = (random: Random, text: string, donor: string): string => {
  const tree: unknown = structuredClone(load(text));
  const from: unknown = load(donor);
  for (let left = 1 + below(random, 4); left > 0; left -= 1) {
    const places = placesIn(tree);
    if (places.length === 0) break;
    oneOf(random, changes)(random, oneOf(random, places), places, from);
  }
  return dump(tree, { noRefs: true, lineWidth: -1 });
};

const pieces = [
  '{',
  '}',
  '[',
  ']',
  '- ',
  '? ',
  ': ',
  '&a ',
  '*a',
  '<<: *a',
  '"',
  "'",
  '|',
  '>',
  '\t',
  '\n',
  '\r',
  '\0',
  '#',
  '!!binary ',
  '---\n',
  '$',
  '%',
];

/** The text with pieces cut out, doubled, put in or moved to another indentation. */
const otherText = (random: Random, text: string): string => {
  let made = text;
  for (let left = 1 + below(random, 5); left > 0; left -= 1) {
    const lines = made.split('\n');
    const [at, most] = [below(random, lines.length), 1 + below(random, 6)];
    const some = lines.slice(at, at + most);
    const kind = below(random, 6);
    if (kind === 0) lines.splice(at, most);
    if (kind === 1) lines.splice(below(random, lines.length), 0, ...some);
    if (kind === 2) lines.splice(at, most, ...some.map((line) => `${' '.repeat(below(random, 5))}${line}`));
    if (kind === 3) lines.splice(at, most, ...some.map((line) => line.replace(/^ {1,3}/, '')));
    made = lines.join('\n');
    if (kind < 4) continue;
    const offset = below(random, made.length);
    made = made.slice(0, offset) + (kind === 4 ? oneOf(random, pieces) : '') + made.slice(offset + below(random, 12));
  }
  return made;
};

const versions = [
  'tosca_simple_yaml_1_0',
  'tosca_simple_yaml_1_1',
  'tosca_simple_yaml_1_2',
  'tosca_simple_yaml_1_3',
  'tosca_2_0',
];

/** The next text to try: a damaged one of `texts`, or one with references that go round. */
export const damaged = (random: Random, texts: readonly string[]): string => {
  const kind = random();
  if (kind < 0.05) return oneOf(random, circularTemplates)(1 + below(random, 300));
  const text = oneOf(random, texts);
  const made = kind < 0.4 ? otherText(random, text) : treeOr(random, text, oneOf(random, texts));
  return random() < 0.1 ? made.replace(/tosca_(?:simple_yaml_1_\d|2_0)/, oneOf(random, versions)) : made;
};

/** Texts that are no YAML are damaged as texts. */
const treeOr = (random: Random, text: string, donor: string): string => {
  try {
    return otherTree(random, text, donor);
  } catch (error) {
    if (error instanceof Error && error.name === 'YAMLException') return otherText(random, text);
    throw error;
  }
};
