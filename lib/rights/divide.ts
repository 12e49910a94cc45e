import type { Statement } from './statement.ts';

/**
 * Characters of a managed policy, of the 6,144 that IAM takes: ARNs that hold tokens get longer than their texts.
 */
const inUse = 5_000;

/** Actions with one resource, which can be divided among policies, are most of the rights. */
const inOne = 60;

/** Divides statements among as few managed policies as hold them, in their order. */
export const dividedStatements = (statements: readonly Statement[]): readonly (readonly Statement[])[] => {
  const policies: Statement[][] = [];
  let room = 0;
  for (const statement of statements.flatMap(inParts)) {
    const size = JSON.stringify(statement).length + overhead;
    if (size > room || policies.length === 0) {
      policies.push([]);
      room = inUse;
    }
    policies.at(-1)?.push(statement);
    room -= size;
  }
  return policies;
};

/** `"Effect":"Allow"` and the longer names of members. */
const overhead = 40;

const inParts = (statement: Statement): readonly Statement[] => {
  const { actions } = statement;
  const count = Math.ceil(actions.length / inOne);
  return Array.from({ length: count }, (_, n) => ({
    ...statement,
    actions: actions.slice(n * inOne, (n + 1) * inOne),
  }));
};
