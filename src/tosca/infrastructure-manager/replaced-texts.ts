import type { Json } from '../topology.ts';

/**
 * Whether release 2.0 of the Infrastructure Manager takes the text of an input for a wish: it writes a random text in place of
 * one that begins with `random(8)`, and the token of its caller, which is the service's, in place of `access_token()`
 * (Tosca.py, `_gen_special_input_values`).
 */
export const isReplaced = (value: Json | undefined): boolean =>
  typeof value === 'string' && /^(?:random\(\p{Nd}+\)|access_token\(\)$)/u.test(value);
