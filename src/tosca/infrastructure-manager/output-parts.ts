import { type Answer, isQuestion, laterValue } from '../functions/later-values.ts';
import type { Json, Output } from '../topology.ts';

export type Declared = Pick<Output, 'name' | 'value' | 'deferred'>;

/**
 * What the manager is asked for an output that is more than one question: each question as an output of its own. The rest
 * is worked out here, since the manager writes None into a text for what it does not know, and lists as Python does.
 */
export const partsOf = ({ name, value, deferred }: Declared): ReadonlyMap<string, Json> => {
  const parts = new Map<string, Json>();
  if (!deferred || isQuestion(value)) return parts;
  // a question may stand in several places
  laterValue(value, (call, argument) => {
    const key = partName(name, call, argument);
    parts.set(key, { [call]: argument });
    return '';
  });
  return parts;
};

const partName = (output: string, call: string, argument: readonly Json[]): string =>
  `${mark}${output}:${call}:${argument.map(String).join('.')}`;

/** Begins the names of outputs that are parts of others. */
const mark = 'toscanini:';

type Values = { readonly [name: string]: Json };

/** The outputs of a deployment from those that its provider gives. One of which a part is not known is null. */
export const joinedParts = (declared: readonly Declared[], given: Values): Values => {
  const whole = Object.entries(given).filter(([name]) => !name.startsWith(mark));
  const joined = declared.flatMap((output) => {
    const parts = [...partsOf(output).keys()];
    const isAsked = parts.some((name) => Object.hasOwn(given, name));
    return isAsked ? [[output.name, laterValue(output.value, answerIn(output.name, given)) ?? null] as const] : [];
  });
  return Object.fromEntries([...whole, ...joined]);
};

const answerIn =
  (output: string, given: Values): Answer =>
  (call, argument) => {
    const name = partName(output, call, argument);
    return Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined;
  };
