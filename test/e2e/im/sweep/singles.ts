import type { Outcome } from './outcome.ts';
import { refusalOf } from './table.ts';

/** A case that sets one property of a normative node of 1.3, e.g. `1.3 tosca.nodes.Compute os.type = "mac"`. */
export const singleValue = /^1\.3 (tosca\.nodes\.\S+ [\w.]+) = /;

interface Property {
  readonly name: string;
  /** how many of its values the manager takes as they are written, in another form, or not, for a reason of `plan` */
  readonly taken: number;
  readonly rewritten: number;
  readonly reason: number;
}

/** What becomes of each property, by the values that the sweep gives it. */
export const singlesOf = (outcomes: readonly Outcome[]): readonly Property[] => {
  const single = outcomes.filter(({ asWritten }) => asWritten !== undefined);
  return [...Map.groupBy(single, ({ name }) => singleValue.exec(name)?.[1] ?? name)].map(([name, values]) => {
    const now = values.filter((one) => one.reasons.length === 0 && refusalOf(one) === undefined);
    const taken = now.filter(({ asWritten }) => asWritten).length;
    return { name, taken, rewritten: now.length - taken, reason: values.length - now.length };
  });
};

/** In a line each: how many properties each answer has. */
export const summaryOf = (properties: readonly Property[]): string => {
  const refused = properties.filter(({ rewritten, reason }) => rewritten + reason > 0);
  const works = refused.filter(({ reason }) => reason === 0);
  const partly = refused.filter(({ taken, rewritten, reason }) => reason > 0 && taken + rewritten > 0);
  return [
    `${properties.length} properties of normative nodes, each set alone`,
    `taken with every value as it is written: ${properties.length - refused.length}`,
    `refused as written with some value: ${refused.length}, of these`,
    `  now taken with every value: ${works.length}`,
    `  now taken with some values, a reason for the others: ${partly.length}`,
    `  a reason for every value: ${refused.length - works.length - partly.length}`,
  ].join('\n');
};
