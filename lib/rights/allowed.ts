import type { Arns } from './arns.ts';
import { handlersOf, typesOf } from './handlers.ts';
import type { Statement } from './statement.ts';

/** What the operator allows beyond the mapped types: `stack` of a provider. */
export interface Allowed {
  readonly allowedTypes?: readonly string[] | undefined;
  /** type -> actions, for types whose handlers publish none */
  readonly typeActions?: Readonly<Record<string, readonly string[]>> | undefined;
  /** names of roles that these types may be given */
  readonly passRoles?: readonly string[] | undefined;
}

/** The rights of the types that the operator allows, as their handlers publish them. */
export const allowedStatements = (arns: Arns, allowed: readonly Allowed[]): readonly Statement[] => {
  const actions = [...new Set(allowed.flatMap(actionsOf))].toSorted();
  const roles = [...new Set(allowed.flatMap(({ passRoles = [] }) => passRoles))].toSorted();
  const plain = actions.filter((action) => !givingRights.test(action));
  return [
    ...(plain.length > 0 ? [{ actions: plain, resources: ['*'] }] : []),
    ...(actions.includes(linking) ? [{ actions: [linking], resources: [arns.role('aws-service-role/*')] }] : []),
    ...(roles.length > 0 ? [{ actions: ['iam:PassRole'], resources: roles.map(arns.role) }] : []),
  ];
};

const linking = 'iam:CreateServiceLinkedRole';

/** With these a template could get every right of the account, so no type gets them, whatever its handlers publish. */
const givingRights = /^(iam:(?!Get|List)|sts:|sso:|organizations:(?!Describe|List))/i;

const actionsOf = ({ allowedTypes = [], typeActions = {} }: Allowed): readonly string[] =>
  allowedTypes.flatMap((pattern) => [
    ...(typeActions[pattern] ?? []),
    ...typesOf(pattern).flatMap((type) => {
      const { change, read } = handlersOf(type) ?? { change: typeActions[type] ?? [], read: [] };
      return [...change, ...read];
    }),
  ]);

/** The allowed types, or patterns without any type, whose rights nobody has named. */
export const withoutRights = ({ allowedTypes = [], typeActions = {} }: Allowed): readonly string[] =>
  allowedTypes.flatMap((pattern) => {
    if (pattern in typeActions) return [];
    const types = typesOf(pattern);
    return types.length === 0
      ? [pattern]
      : types.filter((type) => handlersOf(type) === undefined && !(type in typeActions));
  });
