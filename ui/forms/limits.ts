import type { DeclaredSchema } from '../../src/tosca/declared-inputs.ts';
import type { Json } from '../../src/tosca/topology.ts';

/** What the conditions of an input mean for its field. */
export interface Limits {
  readonly least?: Json;
  readonly most?: Json;
  readonly options?: readonly Json[];
  /** for people: `1 to 100`; empty: there is nothing to say */
  readonly words: string;
}

export function limitsOf({ constraints = [] }: Pick<DeclaredSchema, 'constraints'>): Limits {
  const found: { least?: Json; most?: Json; options?: readonly Json[] } = {};
  const words: string[] = [];
  for (const { operator, operand } of constraints) {
    const [low, high] = Array.isArray(operand) ? (operand as readonly Json[]) : [];
    if (operator === 'valid_values' && Array.isArray(operand)) found.options = operand as readonly Json[];
    if (operator === 'in_range') {
      if (isBound(low)) found.least = low;
      if (isBound(high)) found.most = high;
    }
    if (operator === 'greater_or_equal') found.least = operand;
    if (operator === 'less_or_equal') found.most = operand;
    const said = saying(operator, operand);
    if (said !== undefined) words.push(said);
  }
  return { ...found, words: words.join(', ') };
}

const isBound = (value: Json | undefined): value is number | string => value !== undefined && value !== 'UNBOUNDED';

const sayings: { readonly [operator: string]: (operand: string) => string } = {
  greater_or_equal: (least) => `at least ${least}`,
  greater_than: (least) => `more than ${least}`,
  less_or_equal: (most) => `at most ${most}`,
  less_than: (most) => `less than ${most}`,
  equal: (value) => `only ${value}`,
  length: (length) => `exactly ${length} long`,
  min_length: (length) => `at least ${length} long`,
  max_length: (length) => `at most ${length} long`,
  pattern: (pattern) => `like ${pattern}`,
};

function saying(operator: string, operand: Json): string | undefined {
  if (operator !== 'in_range' || !Array.isArray(operand)) return sayings[operator]?.(`${operand}`);
  const [low, high] = operand as readonly Json[];
  if (!isBound(low)) return isBound(high) ? `at most ${high}` : undefined;
  return isBound(high) ? `${low} to ${high}` : `at least ${low}`;
}
