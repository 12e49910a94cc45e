import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { readers, reading } from '../../src/tosca/secrets/command-words.ts';
import { tokenPrefixes } from '../../src/tosca/secrets/token-prefixes.ts';

const root = join(import.meta.dirname, '../..');

/** The rooms whose expressions meet texts of others. Those of the sandbox and of developers meet only ours. */
const rooms = ['src', 'functions', 'client', 'cli', 'ui', 'local'];
const own = /^local\/(?:sandbox|developers|demo)\/|\.d\.[cm]?ts$/;

export interface Found {
  readonly file: string;
  /** `pattern/flags`; undefined: it is put together while the program runs */
  readonly expression: string | undefined;
}

/** Every regular expression of the source, from its syntax tree: literals, and what is given to RegExp. */
export const expressionsOfSource = (): readonly Found[] =>
  rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .map((file) => `${room}/${file}`)
      .filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !own.test(file))
      .flatMap((file) => expressionsIn(readFileSync(join(root, file), 'utf8'), file)),
  );

export const expressionsIn = (source: string, file: string): readonly Found[] => {
  const found: Found[] = [];
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), (node) => {
    const { type, regex, callee, arguments: given } = node as Syntax;
    if (type === 'Literal' && regex) found.push({ file, expression: `${regex.pattern}/${regex.flags}` });
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') {
      const [pattern, flags = ''] = [textOf(given?.[0]), given?.[1] === undefined ? '' : textOf(given[1])];
      found.push({ file, expression: pattern === undefined ? undefined : `${pattern}/${flags}` });
    }
  });
  return found;
};

/** What is read of a node of the tree (ESTree). */
interface Syntax {
  readonly type?: string;
  readonly value?: unknown;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: Syntax & { readonly object?: Syntax; readonly property?: Syntax };
  readonly name?: string;
  readonly arguments?: readonly Syntax[];
  readonly elements?: readonly Syntax[];
  readonly quasi?: {
    readonly expressions: readonly unknown[];
    readonly quasis: readonly { readonly value: { readonly raw: string } }[];
  };
}

/** The text that a literal, a raw template without values, or a list of these that is joined, stands for. */
const textOf = (node: Syntax | undefined): string | undefined => {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node?.type === 'TaggedTemplateExpression' && node.quasi?.expressions.length === 0)
    return node.quasi.quasis[0]?.value.raw;
  const { object, property } = node?.callee ?? {};
  if (property?.name !== 'join' || object?.type !== 'ArrayExpression') return undefined;
  const [parts, between] = [(object.elements ?? []).map(textOf), textOf(node?.arguments?.[0])];
  return parts.includes(undefined) || between === undefined ? undefined : parts.join(between);
};

const visit = (node: unknown, see: (node: object) => void): void => {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) see(node);
  for (const member of Object.values(node)) visit(member, see);
};

/** The patterns of a description in OpenAPI, which the pipeline compiles. */
const patternsOf = (value: unknown): readonly string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]) =>
        name === 'pattern' && typeof member === 'string' ? [`${member}/u`] : patternsOf(member),
      );

/** All that must be linear, as `pattern/flags`: of the source, of our OpenAPI description, of the catalog, of known tokens. */
export const allExpressions = (): readonly string[] => {
  const openApi: unknown = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));
  const addresses = readFileSync(join(root, 'src/tosca/catalog/addresses.yaml'), 'utf8');
  const ofCatalog = [...addresses.matchAll(/^ *- '?(https?\??:.*?)'?$/gm)].map(([, one = '']) => `^(?:${one})$/`);
  const ofTokens = tokenPrefixes.map(([, characters, least]) => `[${characters}]{${Math.min(least, 40)}}/y`);
  const ofReaders = [readers, reading].map(({ source }) => `${source}/`);
  const ofSource = expressionsOfSource().flatMap(({ expression }) => expression ?? []);
  return [...new Set([...ofSource, ...patternsOf(openApi), ...ofCatalog, ...ofTokens, ...ofReaders])].toSorted();
};
