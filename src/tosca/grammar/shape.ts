import { listed } from '../near.ts';
import { keynameMisplaced, keynameMissing, keynameType, keynameUnknown } from '../problem-kinds.ts';
import { mild, onlyForMisspelt, type Reporter } from '../report.ts';
import { found } from '../values/found.ts';
import { type YamlMapping, type YamlNode, YamlScalar } from '../yaml/node.ts';
import { isNull, isText } from '../yaml/scalar.ts';
import { described, type JsonSchema } from './json-schema.ts';

/** Checks one place in a document and reports what the grammar does not allow there. */
export type Shape = (node: YamlNode, report: Reporter) => void;

const refuse = (node: YamlNode, report: Reporter, expected: string): void =>
  report.at(node, keynameType(expected, found(node)));

export const anything: Shape = () => {};

/** Anything except null. */
export const filledWith = (expected: string): Shape =>
  described(
    (node, report) => {
      if (isNull(node)) refuse(node, report, expected);
    },
    () => ({ not: { type: 'null' } }),
  );

export const filled: Shape = filledWith('a value');

/** Reads the inner shape only when it is needed, since grammars refer to each other in circles. */
export const later = (shape: () => Shape): Shape =>
  described(
    (node, report) => shape()(node, report),
    (of) => of(shape()),
  );

/** Allows an empty value, as if the key were absent. */
export const optional = (shape: Shape): Shape =>
  described(
    (node, report) => {
      if (!isNull(node)) shape(node, report);
    },
    (of) => ({ anyOf: [{ type: 'null' }, of(shape)] }),
  );

/** Any scalar: tools of 1.x accept a number as a text. */
export const looseText: Shape = described(
  (node, report) => {
    if (node.kind !== 'scalar') refuse(node, report, 'a text');
  },
  () => ({ type: scalars }),
);

export const text: Shape = described(
  (node, report) => {
    if (node.kind !== 'scalar' || !isText(node)) refuse(node, report, 'a text');
  },
  () => ({ type: 'string' }),
);

export const name: Shape = described(
  (node, report) => {
    if (node.kind !== 'scalar' || !isText(node) || node.text === '') refuse(node, report, 'a name');
  },
  () => ({ type: 'string', minLength: 1 }),
);

/** In 2.0 a key that YAML reads as a number, a boolean or null is not a name. */
const namesOnly = (node: YamlMapping, report: Reporter): void => {
  for (const [key, value] of node.entries) {
    const scalar = new YamlScalar(value.keyStart, key, value.keyPlain, '');
    if (!isText(scalar)) report.atKey(value, keynameType('a name', key));
  }
};

/** 2.0 accepts only lower case (section 9.1.1.4). */
export const boolean: Shape = described(
  (node, report) => {
    if (node.kind !== 'scalar' || !node.plain || !/^(?:true|false)$/.test(node.text))
      refuse(node, report, 'true or false');
  },
  () => ({ type: 'boolean' }),
);

export const looseBoolean: Shape = described(
  (node, report) => {
    const good = node.kind === 'scalar' && /^(?:true|false|yes|no|on|off|y|n)$/i.test(node.text);
    if (!good) refuse(node, report, 'true or false');
  },
  () => ({ type: ['boolean', 'string'] }),
);

export const listOf = (item: Shape, what = 'a list'): Shape =>
  described(
    (node, report) => {
      if (node.kind !== 'sequence') refuse(node, report, what);
      else for (const each of node.items) item(each, report);
    },
    (of) => ({ type: 'array', items: of(item) }),
  );

export const mapOf = (item: Shape, what = 'a map'): Shape =>
  described(
    (node, report) => {
      if (node.kind !== 'mapping') {
        refuse(node, report, what);
        return;
      }
      node.each((value, key) => {
        if (key === '') report.atKey(value, keynameType('a name', 'an empty key'));
        item(value, report);
      });
    },
    (of) => ({ type: 'object', additionalProperties: of(item) }),
  );

/** A map whose keys are names that the author chose: of templates, properties, types. */
export const namedMapOf = (item: Shape, what = 'a map'): Shape => {
  const map = mapOf(item, what);
  return described(
    (node, report) => {
      map(node, report);
      if (node.kind === 'mapping') namesOnly(node, report);
    },
    (of) => of(map),
  );
};

const oneEntry = 'a map with one entry, the name';

/** A list of maps with one entry each, `[{name: ...}, ...]`: requirements, policies. */
export const namedListOf = (item: Shape, what = 'a list of maps with one entry each', map = mapOf): Shape => {
  const entry = map(item, oneEntry);
  return described(
    (node, report) => {
      if (node.kind !== 'sequence') {
        refuse(node, report, what);
        return;
      }
      for (const each of node.items) {
        if (each.kind === 'mapping' && each.size !== 1)
          report.at(each, keynameType(oneEntry, `${each.size} entries: ${listed(each.entries)}`));
        else if (each.kind !== 'mapping') refuse(each, report, oneEntry);
        else entry(each, report);
      }
    },
    (of) => ({ type: 'array', items: of(entry) }),
  );
};

const scalars = ['string', 'number', 'boolean', 'null'];
const kinds = ['scalar', 'sequence', 'mapping'] as const;
const typesOf = { scalar: scalars, sequence: 'array', mapping: 'object' } as const;

const kindOf = (
  of: (shape: Shape) => JsonSchema,
  kind: (typeof kinds)[number],
  shape: Shape | undefined,
): JsonSchema[] => (shape === undefined ? [] : [{ type: typesOf[kind], allOf: [of(shape)] }]);

/** Chooses the shape by the kind of the node. */
export const either = (shapes: { scalar?: Shape; sequence?: Shape; mapping?: Shape }, expected: string): Shape =>
  described(
    (node, report) => {
      const shape = shapes[node.kind];
      if (shape) shape(node, report);
      else refuse(node, report, expected);
    },
    (of) => ({ anyOf: kinds.flatMap((kind) => kindOf(of, kind, shapes[kind])) }),
  );

interface Options {
  readonly required?: readonly string[];
  /** true: other keys are allowed, unless they are similar to a keyname, and so misspelt */
  readonly open?: boolean;
  /** the shape of what stands under all other keys */
  readonly others?: Shape;
  readonly unless?: string;
  /** why a keyname that does not belong here was probably written here */
  misplaced?(key: string): string | undefined;
}

/** A map with the keynames of `table`. It must have all of `required`, except when it has the keyname `unless`. */
export function entity(what: string, table: Readonly<Record<string, Shape>>, options: Options = {}): Shape {
  const keynames = new Map(Object.entries(table));
  const { required = [], open = false, others, unless, misplaced } = options;
  const shape: Shape = (node, report) => {
    if (node.kind !== 'mapping') {
      refuse(node, report, `${what} (a map)`);
      return;
    }
    node.each((value, key) => {
      const shape = keynames.get(key);
      const reason = misplaced?.(key);
      if (shape) shape(value, report);
      else if (reason !== undefined) report.atKey(value, keynameMisplaced(key, reason));
      else if (others) others(value, report);
      else if (open) report.atKey(value, onlyForMisspelt(keynameUnknown(key, what, keynames)));
      else report.atKey(value, keynameUnknown(key, what, keynames));
    });
    if (unless === undefined || node.get(unless) === undefined) checkRequired(node, what, required, report);
  };
  return described(shape, (of) => schemaOf(of, table, options), what);
}

function schemaOf(
  of: (shape: Shape) => JsonSchema,
  table: Readonly<Record<string, Shape>>,
  { required = [], others, unless }: Options,
): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(table).map(([key, shape]) => [key, of(shape)])),
    ...(others && { additionalProperties: of(others) }),
    ...(required.length > 0 && unless === undefined && { required }),
  };
}

function checkRequired(node: YamlMapping, what: string, required: readonly string[], report: Reporter): void {
  for (const key of required) {
    if (isNull(node.get(key)) || node.get(key) === undefined) report.at(node, keynameMissing(key, what), key);
  }
}

/** A map with exactly one of the keynames. */
export function oneOf(what: string, table: Readonly<Record<string, Shape>>): Shape {
  const keynames = entity(what, table);
  return (node, report) => {
    keynames(node, report);
    if (node.kind === 'mapping' && node.size !== 1) {
      report.at(node, keynameType(`${what}: a map with one of ${Object.keys(table).join(', ')}`, `${node.size} keys`));
    }
  };
}

/** One of a few words. */
export const word = (what: string, words: readonly string[]): Shape =>
  described(
    (node, report) => {
      if (node.kind !== 'scalar' || !words.includes(node.text)) refuse(node, report, `${what}: ${words.join(', ')}`);
    },
    () => ({ enum: words }),
  );

/** A whole number from 0; in 2.0 also a function. */
export const count: Shape = described(
  (node, report) => {
    const called = node.kind === 'mapping' || (node.kind === 'scalar' && /^\$(?!\$)/.test(node.text));
    const whole = node.kind === 'scalar' && node.plain && /^(?:\d+|0x[\da-fA-F]+|0o[0-7]+)$/.test(node.text);
    if (!called && !whole) refuse(node, report, 'a number from 0');
  },
  () => ({ anyOf: [{ type: 'integer', minimum: 0 }, { type: 'object' }, { type: 'string', pattern: '^\\$' }] }),
);

/** 1.x: a range of counts (1.3 section 3.6.6): the lower bound, then the upper bound or UNBOUNDED. */
export const occurrences: Shape = described(
  (node, report) => {
    const [low = '', high = '', ...more] =
      node.kind === 'sequence' ? node.items.map((item) => (item.kind === 'scalar' ? item.text : '')) : [];
    const isRange = more.length === 0 && /^\d+$/.test(low) && /^(?:\d+|UNBOUNDED)$/.test(high);
    const good = isRange && (high === 'UNBOUNDED' || Number(low) <= Number(high));
    if (!good) refuse(node, report, 'a list of two numbers from 0, the lower one first (or UNBOUNDED last)');
  },
  () => ({ type: 'array', minItems: 2, maxItems: 2 }),
);

/** Turns errors into warnings, for parts that tools of 1.x never check; a misspelling stays one. */
export const unjudged = (shape: Shape): Shape =>
  described(
    (node, report) => shape(node, mild(report)),
    (of) => of(shape),
  );

/** 2.0: a Boolean expression. */
export const condition: Shape = either({ mapping: anything }, 'a condition: a function such as $equal');

/** 2.0: where the other end of a relationship may be (sections 8.3 and 8.5). */
export const scopes: Shape = listOf(word('a directive', ['internal', 'external']), 'a list of directives');
