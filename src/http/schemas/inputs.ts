/** Schemas of what a template declares as inputs: src/tosca/declared-inputs.ts. */

import * as v from 'valibot';
import { described, text } from './parts.ts';

const constraint = v.strictObject({
  operator: described(
    v.string(),
    'as in the Simple Profile, such as in_range; validation: a clause of TOSCA 2.0 that is none of these',
  ),
  operand: v.unknown(),
});

/** A schema within a schema has the same members, so it is not described again. */
const nested = v.record(v.string(), v.unknown());

const declared = {
  name: v.string(),
  type: described(text, 'the TOSCA type; absent: it is not known'),
  base: described(text, 'the built-in type that it is or derives from; complex: a map with `members`'),
  description: text,
  required: described(v.boolean(), 'with a default, the default is taken'),
  default: v.optional(v.unknown()),
  secret: described(v.optional(v.boolean()), 'the value, or a part of it, is a secret'),
  constraints: v.optional(v.array(constraint)),
  entry: described(v.optional(nested), 'type, base, constraints ... of the entries of a list or map'),
  key: described(v.optional(nested), 'the same of the keys of a map'),
  members: described(v.optional(v.array(nested)), 'of a complex value, each like an input'),
  units: described(v.optional(v.array(v.string())), 'that may follow the number'),
  metadata: v.optional(v.record(v.string(), v.unknown())),
};

export const declaredInput = described(v.strictObject(declared), 'an input that a template declares');

export const inputs = described(
  v.array(
    v.strictObject({
      ...declared,
      value: described(v.optional(v.unknown()), 'that it has; absent: none'),
      given: described(v.boolean(), 'false: the value is the default'),
    }),
  ),
  'the inputs of the template in force, in its order',
);
