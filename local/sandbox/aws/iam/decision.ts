/** Decides about a request in the order that AWS documents ("Policy evaluation logic" in the guide of IAM). */

import { hold } from './conditions.ts';
import { isLike, listOf, type Request, type Statement, withVariables } from './policy.ts';

/** The policies that decide about what a principal does in its own account. */
export interface Policies {
  /** of the role or user */
  readonly identity: readonly Statement[];
  /** absent: it has none */
  readonly boundary?: readonly Statement[] | undefined;
  /** of the session; absent: it has none */
  readonly session?: readonly Statement[] | undefined;
}

export type Verdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly explicit: boolean; readonly by: 'identity-based policy' | Outer };

type Outer = 'permissions boundary' | 'session policy';

/**
 * An explicit Deny in any policy is the end. Then the boundary and the policy of the session must allow the request, and
 * then the policies of the identity. What nobody allows is denied.
 */
export const decide = ({ identity, boundary, session }: Policies, request: Request): Verdict => {
  const layers = [
    { by: 'permissions boundary', statements: boundary },
    { by: 'session policy', statements: session },
    { by: 'identity-based policy', statements: identity },
  ] as const;
  const present = layers.flatMap(({ by, statements }) => (statements === undefined ? [] : [{ by, statements }]));
  const has = ({ statements }: (typeof present)[number], effect: Statement['Effect']): boolean =>
    statements.some((one) => one.Effect === effect && applies(one, request));
  const denying = present.find((layer) => has(layer, 'Deny'));
  if (denying) return { allowed: false, explicit: true, by: denying.by };
  const silent = present.find((layer) => !has(layer, 'Allow'));
  return silent ? { allowed: false, explicit: false, by: silent.by } : { allowed: true };
};

/** Names of actions do not depend on case; ARNs do. */
const applies = (statement: Statement, { action, resource, context }: Request): boolean => {
  const { Action, NotAction, Resource, NotResource, Condition } = statement;
  const isAction = (pattern: string): boolean => isLike(pattern.toLowerCase(), action.toLowerCase());
  const isResource = (pattern: string): boolean => {
    const text = withVariables(pattern, context);
    return text !== undefined && isLike(text, resource);
  };
  return (
    (NotAction === undefined ? listOf(Action).some(isAction) : !listOf(NotAction).some(isAction)) &&
    (NotResource === undefined ? listOf(Resource).some(isResource) : !listOf(NotResource).some(isResource)) &&
    hold(Condition ?? {}, context)
  );
};

/** The words of IAM. */
export const refusalText = (
  arn: string,
  { action, resource }: Request,
  verdict: Verdict & { allowed: false },
): string =>
  `User: ${arn} is not authorized to perform: ${action} on resource: ${resource} ${
    verdict.explicit
      ? `with an explicit deny in ${article(verdict.by)} ${verdict.by}`
      : `because no ${verdict.by} allows the ${action} action`
  }`;

const article = (by: string): string => (by.startsWith('i') ? 'an' : 'a');
