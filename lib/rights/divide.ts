import type { Statement } from './statement.ts';

/**
 * Characters of a managed policy, of the 6,144 that IAM takes: ARNs that hold tokens get longer than their texts.
 */
const inUse = 5_000;

/** Actions with one resource are most of the rights. */
const inOne = 60;

/** Divides statements among as few managed policies as hold them, in their order. `most`: characters of each, before tokens are filled in. */
export const dividedStatements = (
  statements: readonly Statement[],
  most = inUse,
): readonly (readonly Statement[])[] => {
  const policies: Statement[][] = [];
  let room = 0;
  for (const statement of statements.flatMap(inParts)) {
    const size = JSON.stringify(statement).length + overhead;
    if (size > room || policies.length === 0) {
      policies.push([]);
      room = most;
    }
    policies.at(-1)?.push(statement);
    room -= size;
  }
  return policies;
};

/** `"Effect":"Allow"` and the longer names of members. */
const overhead = 40;

/** ARNs are longer: those of roles have up to 130 characters. */
const resourcesInOne = 20;

const inParts = (statement: Statement): readonly Statement[] =>
  parts(statement.actions, inOne).flatMap((actions) =>
    parts(statement.resources, resourcesInOne).map((resources) => ({ ...statement, actions, resources })),
  );

const parts = <T>(all: readonly T[], most: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, n) => all.slice(n * most, (n + 1) * most));
