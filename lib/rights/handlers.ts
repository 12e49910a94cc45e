// written by: npm run tool aws:data
import published from './handlers.json' with { type: 'json' };

/** What the handlers of a type of CloudFormation ask IAM for, as AWS publishes it. */
export interface Handlers {
  /** to create, update and delete */
  readonly change: readonly string[];
  /** to read: after each change, and to find drift */
  readonly read: readonly string[];
}

const rows: Readonly<Record<string, readonly string[]>> = published.types;
const silent: ReadonlySet<string> = new Set(published.unpublished.split(' '));

/** When AWS had these types: a date. */
export const listedOn = published.date.slice(0, 10);

export const isListed = (type: string): boolean => type in rows || silent.has(type);

/** undefined: AWS publishes nothing of this type, or there is no such type. */
export const handlersOf = (type: string): Handlers | undefined => {
  const row = rows[type];
  return row && { change: actionsIn(row[0] ?? ''), read: actionsIn(row[1] ?? '') };
};

/** The types of a pattern such as `AWS::SNS::Topic` or `AWS::SNS::*`; those of which nothing is published too. */
export const typesOf = (pattern: string): readonly string[] => {
  if (!pattern.endsWith('*')) return [pattern];
  const beginning = pattern.slice(0, -1);
  return [...Object.keys(rows), ...silent].filter((type) => type.startsWith(beginning)).toSorted();
};

/** `sns:CreateTopic,TagResource kms:Decrypt` as single actions. */
const actionsIn = (text: string): readonly string[] =>
  text.split(' ').flatMap((group) => {
    const [service = '', names = ''] = group.split(':');
    return names === '' ? [] : names.split(',').map((name) => `${service}:${name}`);
  });
