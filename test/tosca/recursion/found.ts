import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseSync, visitorKeys } from 'oxc-parser';
import { InOrder } from '../../../src/tosca/circles.ts';

/** A part of a syntax tree, as oxc gives it (ESTree). */
interface Part {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && typeof (value as Part).type === 'string';

const types = /^(?:typeAnnotation|returnType|type(?:Arguments|Parameters))$/;

/** type -> the members with parts of it that run: no types, and no names that only say what is defined. */
const keys = Object.fromEntries(
  Object.entries(visitorKeys).map(([type, all]) => [type, all.filter((key) => key !== 'id' && !types.test(key))]),
);

/** What is in a part and runs: also not the name of a member. */
const partsOf = (part: Part): readonly Part[] => {
  const found: Part[] = [];
  for (const key of keys[part.type] ?? []) {
    if ((key === 'key' || key === 'property') && part['computed'] !== true) continue;
    const value = part[key];
    if (isPart(value)) found.push(value);
    else if (Array.isArray(value)) for (const each of value) if (isPart(each)) found.push(each);
  }
  return found;
};

const textOf = (value: unknown): string => {
  const name = isPart(value) && typeof value['name'] === 'string' ? value['name'] : '';
  return isPart(value) && value.type === 'PrivateIdentifier' ? `#${name}` : name;
};

const isFunction = ({ type }: Part): boolean =>
  ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(type);

interface Unit {
  readonly file: string;
  /** `name`, or `Class.name` of a method */
  readonly name: string;
  readonly body: Part;
}

interface Module {
  readonly units: readonly Unit[];
  /** local name -> file and name there */
  readonly imports: ReadonlyMap<string, readonly [file: string, name: string]>;
}

const root = resolve(import.meta.dirname, '../../..');

/** What a name at the top of a file holds, if functions may be in it: also tables of functions, and what is made by a call. */
const declared = (part: Part): readonly (readonly [name: string, body: Part])[] => {
  const inner = isPart(part['declaration']) ? part['declaration'] : part;
  if (inner.type === 'FunctionDeclaration') return [[textOf(inner['id']), inner]];
  if (inner.type === 'ClassDeclaration') return methodsOf(inner);
  if (inner.type !== 'VariableDeclaration') return [];
  return (inner['declarations'] as Part[]).flatMap(({ id, init }) =>
    isPart(init) && textOf(id) !== '' ? [[textOf(id), init] as const] : [],
  );
};

const methodsOf = (part: Part): readonly (readonly [name: string, body: Part])[] =>
  ((part['body'] as Part)['body'] as Part[]).flatMap((member) =>
    isPart(member['value']) && isFunction(member['value'])
      ? [[`${textOf(part['id'])}.${textOf(member['key'])}`, member['value']] as const]
      : [],
  );

const moduleOf = (file: string, text: string): Module => {
  const { body } = parseSync(file, text).program as unknown as { readonly body: readonly Part[] };
  const imports = new Map<string, readonly [string, string]>();
  const units: Unit[] = [];
  for (const part of body) {
    const from = isPart(part['source']) ? String(part['source']['value']) : '';
    units.push(...declared(part).map(([name, inner]) => ({ file, name, body: inner })));
    if (part.type !== 'ImportDeclaration' || !from.startsWith('.')) continue;
    for (const { local, imported } of part['specifiers'] as Part[])
      imports.set(textOf(local), [join(dirname(file), from), textOf(imported) || '*']);
  }
  return { units, imports };
};

const keyOf = ({ file, name }: Pick<Unit, 'file' | 'name'>): string => `${file} ${name}`;

/** Names of a place -> the function that each is; undefined: a value that hides a function of that name. */
type Names = ReadonlyMap<string, string | undefined>;

/** The names that a pattern binds: `{ a, b: [c], ...d }`. */
const boundBy = (pattern: Part): readonly string[] => {
  if (pattern.type === 'Identifier') return [textOf(pattern)];
  const { left, argument, value, elements, properties } = pattern;
  return [left, argument, value, elements, properties].flat().filter(isPart).flatMap(boundBy);
};

/** Everything in a function but what is in the functions in it. */
const withoutInner = (part: Part): readonly Part[] => {
  const found = [...partsOf(part)];
  for (const each of found) if (!isFunction(each)) found.push(...partsOf(each)); // a list that grows is walked whole
  return found;
};

/** Which functions each function names; functions in a function are their own, `outer>inner`. */
class Named {
  readonly all = new Map<string, Set<string>>();
  readonly #known: ReadonlySet<string>;
  /** functions in functions that have a name */
  readonly #inner = new Set<unknown>();

  constructor(known: ReadonlySet<string>) {
    this.#known = known;
  }

  add(unit: Unit, { imports }: Module): void {
    const key = keyOf(unit);
    this.all.set(key, new Set());
    const [owner] = unit.name.includes('.') ? unit.name.split('.') : [];
    const place = { key, file: unit.file, owner, imports };
    this.#visit(unit.body, place, new Map());
  }

  #visit(part: Part, place: Place, names: Names): void {
    if (isFunction(part)) {
      if (!this.#inner.has(part)) this.#function(part, place, names);
      return;
    }
    const { type, object, property, callee } = part;
    if (type === 'Identifier') this.#name(textOf(part), place, names);
    if (type === 'NewExpression' && isPart(callee))
      this.#name(`${textOf(callee)}.constructor`, place, names, textOf(callee));
    const isOwn = type === 'MemberExpression' && isPart(object) && object.type === 'ThisExpression';
    if (isOwn && place.owner !== undefined) this.#edge(place, `${place.file} ${place.owner}.${textOf(property)}`);
    const inner =
      type === 'VariableDeclarator' || type === 'AssignmentPattern' ? [part['init'], part['right']] : partsOf(part);
    for (const each of inner) if (isPart(each)) this.#visit(each, place, names);
  }

  #function(part: Part, place: Place, names: Names): void {
    const inside = new Map(names);
    for (const each of (part['params'] as Part[]).flatMap(boundBy)) inside.set(each, undefined);
    const inner: (readonly [string, Part])[] = [];
    for (const each of withoutInner(part)) {
      const { type, id, init } = each;
      if (type === 'VariableDeclarator' && isPart(id)) {
        for (const name of boundBy(id)) inside.set(name, undefined);
        if (isPart(init) && isFunction(init)) inner.push([textOf(id), init]);
      }
      if (type === 'FunctionDeclaration') inner.push([textOf(id), each]);
    }
    for (const [name, body] of inner) {
      inside.set(name, `${place.key}>${name}`);
      this.#inner.add(body);
    }
    for (const [name, body] of inner) {
      const key = `${place.key}>${name}`;
      this.all.set(key, new Set());
      this.#function(body, { ...place, key }, inside);
    }
    for (const each of partsOf(part)) this.#visit(each, place, inside);
  }

  #name(name: string, place: Place, names: Names, hidden = name): void {
    if (names.has(hidden)) {
      const inner = names.get(hidden);
      if (inner !== undefined) this.all.get(place.key)?.add(inner);
      return;
    }
    const [file, original] = place.imports.get(hidden) ?? [place.file, hidden];
    this.#edge(place, `${file} ${name === hidden ? original : name.replace(hidden, original)}`);
  }

  #edge(place: Place, key: string): void {
    if (this.#known.has(key)) this.all.get(place.key)?.add(key);
  }
}

interface Place {
  readonly key: string;
  readonly file: string;
  /** the class of a method */
  readonly owner: string | undefined;
  readonly imports: Module['imports'];
}

/** `file name` of every function in these folders that names itself, or that something which it names does. */
export const recursive = (folders: readonly string[]): readonly string[] => {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }));
  return recursiveAmong(Object.fromEntries(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])));
};

/** The same among these texts, by their paths. */
export const recursiveAmong = (texts: { readonly [file: string]: string }): readonly string[] => {
  const modules = Object.entries(texts).map(([file, text]) => moduleOf(file, text));
  const named = new Named(new Set(modules.flatMap(({ units }) => units.map(keyOf))));
  for (const module of modules) for (const unit of module.units) named.add(unit, module);
  const found: string[] = [];
  const order = new InOrder<string>({
    needs: (key) => named.all.get(key) ?? [],
    visit: (members, isCircle) => void (isCircle && found.push(...members)),
  });
  for (const key of named.all.keys()) order.add(key);
  return found.toSorted();
};
