import type { Problem } from '../problems.ts';
import { similarTo } from '../report.ts';
import type { PropertyDef } from '../types/definitions.ts';
import { membersOf } from '../types/members.ts';
import { toJson } from '../yaml/scalar.ts';
import type { Entries, Entry } from './entry.ts';
import type { Known } from './known.ts';
import { meaningOf } from './meaning.ts';

/** A change of the text that mends a problem. */
export interface Fix {
  readonly title: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** `range`: of what the problem is about, as offsets. */
export const fixesOf = (
  known: Known,
  problem: Problem,
  { start, end }: { readonly start: number; readonly end: number },
): readonly Fix[] => {
  const similar = similarTo(problem);
  if (similar !== undefined) return [{ title: `Write ${similar}`, start, end, text: similar }];
  if (problem.code === 'keyname-missing' || problem.code === 'property-missing') return missing(known, problem);
  return [];
};

/** Steps of a path as the library writes it: `a.b[0]['c.d']`. */
const stepsOf = (path: string): readonly (string | number)[] => {
  const steps: (string | number)[] = [];
  for (let rest = path; rest !== ''; ) {
    const quoted = rest.startsWith("['") ? rest.indexOf("']") : -1;
    const [plain = rest, index] = quoted < 0 ? (/^(?:\[(\d+)\]|[^.[]+|.)/s.exec(rest) ?? []) : [];
    if (quoted > 0) steps.push(rest.slice(2, quoted));
    else if (index !== undefined) steps.push(Number(index));
    else if (plain !== '.') steps.push(plain);
    rest = rest.slice(quoted > 0 ? quoted + 2 : plain.length);
  }
  return steps;
};

interface Reached {
  readonly entry: Entry;
  /** steps for which there is no entry */
  readonly rest: readonly string[];
}

const reach = ({ root }: Entries, steps: readonly (string | number)[]): Reached => {
  let entry = root;
  for (const [at, step] of steps.entries()) {
    const next = typeof step === 'number' ? entry.children[step] : entry.children.find(({ key }) => key === step);
    if (next === undefined) return { entry, rest: steps.slice(at).map(String) };
    entry = next;
  }
  return { entry, rest: [] };
};

/** The last steps of the path are what is missing. */
const missing = (known: Known, { path }: Problem): readonly Fix[] => {
  const { entry, rest } = reach(known.entries, stepsOf(path));
  const [name] = rest.slice(-1);
  if (name === undefined || rest.length > 2) return [];
  const value = rest.length === 2 ? exampleOf(propertyOf(known, entry, name)) : exampleIn(known, entry, name);
  const text = insertion(known.entries, entry, rest, value);
  return text === undefined ? [] : [{ title: `Add ${name}`, ...text }];
};

const insertion = (
  { text }: Entries,
  entry: Entry,
  rest: readonly string[],
  value: string,
): Pick<Fix, 'start' | 'end' | 'text'> | undefined => {
  const opens = text[entry.valueStart];
  if (opens === '{') {
    const inner = rest
      .toReversed()
      .reduce(
        (made, step) => (made === undefined ? `${step}: ${value}` : `${step}: { ${made} }`),
        undefined as string | undefined,
      );
    const isEmpty = entry.children.length === 0;
    return { start: entry.valueStart + 1, end: entry.valueStart + 1, text: ` ${inner}${isEmpty ? ' ' : ','}` };
  }
  if (entry.valueStart < entry.valueEnd) return undefined;
  const step = 2;
  const [first] = entry.children;
  const indent = first === undefined || first.key === undefined ? entry.indent + step : first.indent;
  const lines = rest.map(
    (name, at) => `${' '.repeat(indent + at * step)}${name}:${at === rest.length - 1 ? ` ${value}` : ''}`,
  );
  const lineEnd = text.indexOf('\n', Math.max(entry.keyEnd, entry.valueEnd));
  const start = lineEnd < 0 ? text.length : lineEnd;
  return { start, end: start, text: `\n${lines.join('\n')}` };
};

const exampleIn = (known: Known, entry: Entry, name: string): string => {
  const meaning = meaningOf(known, entry);
  if (meaning.is === 'values') return exampleOf(meaning.defs.get(name));
  return meaning.is === 'value' ? exampleOf(meaning.schema?.type.properties.get(name)) : '';
};

/** A property of the section that is missing too. */
const propertyOf = (known: Known, entry: Entry, name: string): PropertyDef | undefined => {
  const meaning = meaningOf(known, entry);
  if (meaning.is === 'template') return meaning.type && membersOf(meaning.type).properties.get(name);
  return meaning.is === 'capability' ? meaning.def.properties.get(name) : undefined;
};

const examples: { readonly [base: string]: string } = {
  string: "''",
  integer: '0',
  float: '0.0',
  boolean: 'false',
  list: '[]',
  map: '{}',
  complex: '{}',
};

/** A value of the right kind, for the author to change. */
const exampleOf = (def: PropertyDef | undefined): string => {
  if (def?.default !== undefined) return JSON.stringify(toJson(def.default));
  const base = def?.schema?.type.base;
  if (base === undefined) return '';
  return examples[typeof base === 'string' ? base : base.name] ?? '';
};
