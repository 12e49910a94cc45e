import type { Allowed } from './allowed.ts';
import { handlersOf, typesOf } from './handlers.ts';
import { mappedTypes } from './mapped-types.ts';
import type { Statement } from './statement.ts';

/** What the handlers of the mapped types, and of those that the operator allows, need to read: drift detection reads with the caller's rights. */
export const readingStatements = (allowed: readonly Allowed[] = []): readonly Statement[] => {
  const types = [...mappedTypes, ...allowed.flatMap(({ allowedTypes = [] }) => allowedTypes.flatMap(typesOf))];
  const actions = [...new Set(types.flatMap((type) => handlersOf(type)?.read ?? []))];
  return [{ actions: actions.filter((action) => !opening.test(action)).toSorted(), resources: ['*'] }];
};

/** These read what a secret holds. CloudFormation compares no secret, so a check can do without. */
const opening = /^(secretsmanager:GetSecretValue|ssm:GetParameter|kms:Decrypt)/i;
