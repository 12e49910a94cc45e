import { Environment } from '@marcbachmann/cel-js';
import { isDecidable, matchesPart } from '../../tosca/values/pattern.ts';

/** Types of the members that rules see, by type and name: docs/policies.md describes each. */
export const types = {
  Person: { issuer: 'string', subject: 'string' },
  Provider: { id: 'string', name: 'string', type: 'string', region: 'string', deployer: 'string' },
  Port: { protocol: 'string', from: 'int', to: 'int', source: 'string' },
  Node: {
    ...{
      name: 'string',
      type: 'string',
      types: 'list<string>',
      kind: 'string',
      count: 'int',
      most: 'int',
      change: 'string',
    },
    ...{ size: 'string', cpus: 'double', memory: 'double', disk: 'double', gpus: 'int', image: 'string' },
    ...{ region: 'string', public: 'bool', ports: 'list<Port>', hourly: 'double', properties: 'map<string, dyn>' },
  },
  Removed: { name: 'string', type: 'string', types: 'list<string>', count: 'int' },
  Change: { node: 'string', property: 'string', how: 'string' },
  Total: { instances: 'int', cpus: 'double', memory: 'double', disk: 'double', gpus: 'int' },
  Cost: { hourly: 'double', monthly: 'double', most: 'double' },
} as const satisfies { readonly [type: string]: { readonly [member: string]: string } };

/** The variables of a rule, with their types. */
export const variables = {
  ...{ operation: 'string', user: 'Person', owner: 'Person', group: 'string', name: 'string' },
  labels: 'map<string, string>',
  ...{ provider: 'Provider', nodes: 'list<Node>', removed: 'list<Removed>', changes: 'list<Change>' },
  ...{ total: 'Total', cost: 'Cost' },
} as const;

export type TypeName = keyof typeof types;

/** One class for each type: the engine knows the type of a value by its class, and has a member only where it is set. */
class Instance {
  constructor(members: object) {
    Object.assign(this, members);
  }
}

/** Only declared members of a value get into an expression. */
export const classes = Object.fromEntries(
  Object.keys(types).map((name) => [name, class extends Instance {}]),
) as unknown as { readonly [Name in TypeName]: new (members: object) => object };

const limits = { maxAstNodes: 2_000, maxDepth: 100, maxListElements: 500, maxMapEntries: 100 };

const base = (): Environment => {
  const environment = new Environment({ enableOptionalTypes: true, limits });
  for (const [name, fields] of Object.entries(types))
    environment.registerType(name, { ctor: classes[name as TypeName], fields });
  for (const [name, type] of Object.entries(variables)) environment.registerVariable(name, type);
  return environment
    .registerFunction('sum(list<double>): double', (values: readonly number[]) => values.reduce((a, b) => a + b, 0))
    .registerFunction('sum(list<int>): int', (values: readonly bigint[]) => values.reduce((a, b) => a + b, 0n))
    .registerFunction('string.matchesRe2(string): bool', matchesRe2);
};

/** Whether a part of the text fits, as `matches` of CEL asks. A pattern that is no literal is first seen here. */
const matchesRe2 = (value: string, pattern: string): boolean => {
  if (!isDecidable(pattern)) throw new Error(`${JSON.stringify(pattern.slice(0, 100))} is no expression of RE2`);
  return matchesPart(pattern, value);
};

/** For rules about the whole plan, and for rules about each node. */
export const environments = (): { readonly plan: Environment; readonly node: Environment } => ({
  plan: base(),
  node: base().registerVariable('node', 'Node'),
});
