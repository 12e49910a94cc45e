/** One call of an AWS API as the sandbox sees it, and the row that says how it is answered. */

import type { Policies } from '../iam/decision.ts';
import { type Bag, bagsOf, textOf, textsOf } from '../protocol/json.ts';
import { AwsRefusal, invalid } from '../protocol/refusal.ts';
import type { Tree } from '../protocol/xml.ts';
import type { Place } from '../world/place.ts';
import type { World } from '../world/world.ts';

export interface Caller {
  readonly account: string;
  /** ARN of the user or of the session of a role */
  readonly arn: string;
  /** ARN of the machine that calls with the credentials of its instance profile */
  readonly machine?: string | undefined;
  /** absent: an administrator, who may do everything */
  readonly policies?: Policies | undefined;
}

export interface Call {
  readonly world: World;
  readonly place: Place;
  readonly caller: Caller;
  readonly params: Bag;
  readonly now: number;
}

export interface Action {
  /** names of its parameters; any other is refused, so that nobody believes that it has an effect here */
  readonly accepts: readonly string[];
  readonly changes?: true;
  handle(call: Call): Tree;
}

export type Actions = { readonly [name: string]: Action };

export const text = ({ params }: Pick<Call, 'params'>, name: string): string | undefined => {
  const value = textOf(params[name]);
  return value === '' ? undefined : value;
};

export function required(call: Pick<Call, 'params'>, name: string): string {
  const value = text(call, name);
  if (value !== undefined) return value;
  const field = `${name[0]?.toLowerCase()}${name.slice(1)}`;
  throw invalid(
    `1 validation error detected: Value null at '${field}' failed to satisfy constraint: Member must not be null`,
  );
}

export const texts = ({ params }: Call, name: string): readonly string[] => textsOf(params[name]);
export const bags = ({ params }: Call, name: string): readonly Bag[] => bagsOf(params[name]);
export const flag = (call: Call, name: string): boolean => text(call, name)?.toLowerCase() === 'true';

export const keyValues = (tags: readonly Bag[]): { [key: string]: string } =>
  Object.fromEntries(tags.map((tag) => [textOf(tag['Key']) ?? '', textOf(tag['Value']) ?? '']));

export interface Page<T> {
  readonly items: readonly T[];
  readonly next?: string;
}

/** Part of a list; the token says where the next part begins. */
export function page<T>(all: readonly T[], token: string | undefined, size: number): Page<T> {
  const start = token === undefined ? 0 : Number(Buffer.from(token, 'base64url').toString());
  if (!Number.isInteger(start) || start < 0) throw new AwsRefusal('ValidationError', 'Invalid value for NextToken');
  const end = start + size;
  return {
    items: all.slice(start, end),
    ...(end < all.length && { next: Buffer.from(String(end)).toString('base64url') }),
  };
}
