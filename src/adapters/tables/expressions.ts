/**
 * Expressions for DynamoDB. Every name and value is an alias: names may be reserved words, and dynoxide 1.2 fails on
 * anything but ASCII in an expression (GHSA-gwhp-7jch-7xj6).
 */

type Values = Readonly<Record<string, unknown>>;

/** A condition whose names and values can be joined with those of others. */
export interface Condition {
  readonly expression: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Values;
}

/**
 * The attribute at `path` (such as `deployment.operation.id`) equals `value`. If `value` is undefined, the attribute does
 * not exist.
 */
export const holds = (path: string, value: unknown): Condition => {
  const { alias, names } = aliased(path);
  if (value === undefined) return { expression: `attribute_not_exists(${alias})`, names, values: {} };
  const placeholder = `:is_${plain(path)}`;
  return { expression: `${alias} = ${placeholder}`, names, values: { [placeholder]: value } };
};

/** All conditions together, as parameters of a write. */
export const conditions = (all: readonly Condition[]) => {
  const values = Object.assign({}, ...all.map((one) => one.values)) as Values;
  return {
    ConditionExpression: all.map((one) => one.expression).join(' AND '),
    ExpressionAttributeNames: Object.assign({}, ...all.map((one) => one.names)) as Record<string, string>,
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
};

/** The changes of an update: new values by path. The value undefined removes the attribute. */
export type Changes = Readonly<Record<string, unknown>>;

/** A new value for an attribute that has none yet. */
class IfAbsent {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

export const ifAbsent = (value: unknown): unknown => new IfAbsent(value);

/** An update with conditions, as parameters of a write. */
export const update = (changes: Changes, all: readonly Condition[]) => {
  const paths = Object.keys(changes);
  const set = paths.filter((path) => changes[path] !== undefined);
  const removed = paths.filter((path) => changes[path] === undefined);
  const { ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } = conditions(all);
  const values = Object.fromEntries(set.map((path) => [`:set_${plain(path)}`, written(changes[path])]));
  const clauses = [
    set.length > 0 && `SET ${set.map((path) => assignment(path, changes[path])).join(', ')}`,
    removed.length > 0 && `REMOVE ${removed.map((path) => aliased(path).alias).join(', ')}`,
  ];
  const allValues = { ...values, ...ExpressionAttributeValues };
  return {
    UpdateExpression: clauses.filter((clause) => clause !== false).join(' '),
    ConditionExpression,
    ExpressionAttributeNames: Object.assign(
      { ...ExpressionAttributeNames },
      ...paths.map((path) => aliased(path).names),
    ) as Record<string, string>,
    ...(Object.keys(allValues).length > 0 && { ExpressionAttributeValues: allValues }),
  };
};

const written = (change: unknown): unknown => (change instanceof IfAbsent ? change.value : change);

const assignment = (path: string, change: unknown): string => {
  const [{ alias }, placeholder] = [aliased(path), `:set_${plain(path)}`];
  return `${alias} = ${change instanceof IfAbsent ? `if_not_exists(${alias}, ${placeholder})` : placeholder}`;
};

const plain = (path: string): string => path.replaceAll('.', '_');

const aliased = (path: string) => {
  const parts = path.split('.');
  return {
    alias: parts.map((part) => `#${part}`).join('.'),
    names: Object.fromEntries(parts.map((part) => [`#${part}`, part])),
  };
};
