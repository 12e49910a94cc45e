import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { faultsOf, readPolicyFile } from '../../src/adapters/policies/file.ts';
import { refuseTwice, ruleSchema } from '../../src/adapters/policies/schema.ts';
import type { PolicyRule } from '../../src/domain/policies/rule.ts';
import { judged } from '../../src/foundation/shape/schemas.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The laptop makes its stacks anew when a file in these folders changes (local/template/assembly.ts). */
const allowed = /^(?:examples\/)?policies(?:\/[\w-][\w.-]*)*$/;

const path = v.pipe(
  v.string(),
  v.regex(allowed, 'expected a file or folder below policies/ or examples/policies/, from the root of the project'),
  v.check((value) => existsSync(join(root, value)), 'there is no such file or folder'),
);

type Rule = v.InferInput<typeof ruleSchema>;

/** By its form, so that a mistake in a rule is not told as that of a path. */
const entry: v.GenericSchema<string | Rule, string | PolicyRule> = v.lazy((one) =>
  typeof one === 'string' ? path : ruleSchema,
);

/** Rules in place, and files or folders of them, in their order. All expressions are checked here. */
export const policies = v.optional(
  v.pipe(
    v.array(entry),
    judged((given, refuse) => {
      given.forEach((one, index) => {
        for (const mistake of mistakesIn(one)) refuse([index], mistake);
      });
    }),
    v.transform((given) =>
      given.flatMap((one): readonly PolicyRule[] =>
        typeof one === 'string' ? filesBelow(one).flatMap(rulesIn) : [one],
      ),
    ),
    judged((rules, refuse) => refuseTwice(rules, refuse)),
  ),
  [],
);

const mistakesIn = (one: string | PolicyRule): readonly string[] => {
  if (typeof one !== 'string') return faultsOf([one]).map((fault) => fault.replace(/^rules\.0\./, ''));
  return filesBelow(one).flatMap((file) => {
    const read = readPolicyFile(readFileSync(join(root, file), 'utf8'));
    return 'mistakes' in read ? read.mistakes.map((mistake) => `${file}: ${mistake}`) : [];
  });
};

const rulesIn = (file: string): readonly PolicyRule[] => {
  const read = readPolicyFile(readFileSync(join(root, file), 'utf8'));
  return 'mistakes' in read ? [] : read.rules;
};

/** None for a path that is refused. */
const filesBelow = (path: string): readonly string[] => {
  if (!allowed.test(path) || !existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  const names = readdirSync(join(root, path), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.ya?ml$/.test(name))
    .toSorted()
    .map((name) => join(path, name));
};
