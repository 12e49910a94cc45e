import * as v from 'valibot';
import {
  alike,
  composedLabels,
  isName,
  isValue,
  type Labels,
  mostLabels,
  namePattern,
  nameRule,
  valuePattern,
  valueRule,
} from '../../domain/labels/labels.ts';

const isMap = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const quoted = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** The first mistake of each pair, and of the names together. */
const labelMistakes = (labels: { readonly [name: string]: unknown }): readonly string[] => [
  ...(Object.keys(labels).length > mostLabels ? [`must be at most ${mostLabels}`] : []),
  ...Object.entries(labels).flatMap(([name, value]) => {
    if (!isName(name)) return [`${quoted(name)} ${nameRule}`];
    return isValue(value) ? [] : [`the value of ${quoted(name)} ${valueRule}`];
  }),
  ...alike(Object.keys(labels)).map(([one, other]) => `${quoted(one)} and ${quoted(other)} differ only in case`),
];

/** Names and values as `labels` of a request has them. */
export const labelMap = v.pipe(
  v.custom<Labels>(isMap, 'must be an object of names and texts'),
  v.transform((labels) =>
    Object.values(labels).every((value) => typeof value === 'string') ? composedLabels(labels) : labels,
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed) for (const message of labelMistakes(dataset.value)) addIssue({ message });
  }),
  v.metadata({
    type: 'object',
    maxProperties: mostLabels,
    propertyNames: { pattern: namePattern },
    additionalProperties: { type: 'string', pattern: valuePattern },
    description: 'names and values that people sort deployments by, handed down as tags to what is made',
  }),
);
