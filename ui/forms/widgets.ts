import type { DeclaredInput, DeclaredSchema } from '../../src/tosca/declared-inputs.ts';
import type { Option } from './hints.ts';
import { limitsOf } from './limits.ts';

/** How a value is entered. */
export type Widget =
  | 'text'
  | 'long'
  | 'email'
  | 'secret'
  | 'whole'
  | 'number'
  | 'scalar'
  | 'switch'
  | 'segments'
  | 'select'
  | 'list'
  | 'map'
  | 'members'
  | 'json';

export type Shown = Partial<DeclaredSchema> & Pick<DeclaredInput, 'secret' | 'default'> & { readonly name?: string };

const mostSegments = 4;
const longestSegments = 36;

const named: { readonly [shownAs: string]: Widget } = {
  password: 'secret',
  random_password: 'secret',
  email: 'email',
  ssh_pub_key_type: 'long',
  radio: 'segments',
  toggle: 'switch',
};

const byBase: { readonly [base: string]: Widget } = {
  integer: 'whole',
  float: 'number',
  boolean: 'switch',
  list: 'list',
  map: 'map',
  complex: 'members',
};

/** What fits a value: the wish of the catalogue, then its conditions, then its type. */
export function widgetOf(schema: Shown, shownAs?: string): Widget {
  const { base = 'string', secret, units, constraints, members, entry } = schema;
  const { options } = limitsOf({ ...(constraints && { constraints }) });
  if (options !== undefined) return fewOf(options.map(String)) ? 'segments' : 'select';
  const wished = shownAs === undefined ? undefined : named[shownAs];
  if (wished !== undefined && (base === 'string' || wished === 'switch')) return wished;
  if (units !== undefined && units.length > 0) return 'scalar';
  if (base === 'complex' && members === undefined) return 'json';
  if (base === 'list' && entry === undefined) return 'json';
  if (base !== 'string') return byBase[base] ?? 'text';
  if (isKey(schema)) return 'long';
  return secret ? 'secret' : 'text';
}

/** With labels of the catalogue. */
export const widgetOfOptions = (options: readonly Option[], shownAs?: string): Widget =>
  shownAs === 'toggle' ? 'switch' : fewOf(options.map(({ label }) => label)) ? 'segments' : 'select';

const fewOf = (labels: readonly string[]): boolean =>
  labels.length <= mostSegments && labels.join('').length <= longestSegments;

/** Whether something stands behind something else. */
const follows = (text: string, first: RegExp, then: RegExp): boolean => {
  const at = text.search(first);
  return at >= 0 && then.test(text.slice(at + 3));
};

/** Keys and certificates have several lines, or one that is very long. */
const isKey = ({ name = '', type = '' }: Shown): boolean =>
  follows(name, /ssh|pub|private|rsa/i, /key/i) ||
  follows(name, /key/i, /pub|ssh/i) ||
  /certificate|\bcert\b/i.test(name) ||
  /\.Credential\.Key$/.test(type);
