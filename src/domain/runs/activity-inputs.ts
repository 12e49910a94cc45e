import { cleanerOf } from '../../tosca/secrets/known.ts';
import { namesSecret } from '../../tosca/secrets/names.ts';
import type { Json } from '../../tosca/topology.ts';
import { asksSecret } from './secret-calls.ts';
import { readValue, type Sources, UnreadableInputError } from './values.ts';

/** Inputs of a run, of their types. */
export interface RunInputs {
  readonly values: { readonly [name: string]: Json };
  /** names of those that are secrets */
  readonly secret: readonly string[];
  /** secrets of the template, which must not be shown where an activity gives one on */
  readonly known: readonly Json[];
}

/** Inputs of a workflow or of a call. */
export interface ActivityInputs {
  readonly values: { readonly [name: string]: Json };
  /** names of those that are secrets */
  readonly secret: ReadonlySet<string>;
}

/** The inputs of an activity as far as they are known now, and why some cannot be read. */
export const readInputs = (
  written: ActivityInputs['values'],
  sources: Sources,
): ActivityInputs & { readonly faults: readonly string[] } => {
  const faults: string[] = [];
  const values = Object.entries(written).map(([name, value]): [string, Json] => {
    try {
      return [name, readValue(value, sources)];
    } catch (error) {
      if (!(error instanceof UnreadableInputError)) throw error;
      faults.push(`its input ${name} ${error.message}`);
      return [name, null];
    }
  });
  const secret = Object.entries(written).flatMap(([name, value]) =>
    namesSecret(name) || asksSecret(value, sources) ? [name] : [],
  );
  return { values: Object.fromEntries(values), secret: new Set(secret), faults };
};

/** Whether a value is one of these secrets, or has one inside. */
export const isSecretAmong = ({ values, secret, known }: RunInputs): ((value: Json) => boolean) => {
  const given = secret.flatMap((name) => values[name] ?? []);
  const texts = new Set(given.map((one) => JSON.stringify(one)));
  const cleaned = cleanerOf([...known, ...given]);
  return (value) => {
    const text = JSON.stringify(value);
    return texts.has(text) || cleaned(text) !== text;
  };
};
