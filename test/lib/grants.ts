import type { Template } from 'aws-cdk-lib/assertions';
import { conditionOf, kind, listOf, type Statement } from './grants-text.ts';
import { rolePoliciesOf } from './policies.ts';

export interface GrantLine {
  /** e.g. `dynamodb:GetItem` */
  readonly action: string;
  /** e.g. `Files/templates/*`, without accounts, partitions and hashes */
  readonly resource: string;
  /** e.g. `StringEquals s3:prefix = templates`; empty: none */
  readonly condition: string;
}

export type Grants = ReadonlyMap<string, readonly GrantLine[]>;

/** What each function's role may do, by the function's path under functions/; writing to the log group of functions is left out. */
export const grantsOf = (service: Template): Grants =>
  grantsOfType(service, 'AWS::Lambda::Function', 'Role', (allowed) =>
    allowed.filter(({ action, resource }) => !(action.startsWith('logs:') && resource === 'LogsFunctions')),
  );

/** What each workflow's role may do, by the file of statemachines/ without its dashes. */
export const workflowGrantsOf = (service: Template): Grants =>
  grantsOfType(service, 'AWS::StepFunctions::StateMachine', 'RoleArn', (allowed) => allowed);

/** The roles of a template that belong neither to a function nor to a workflow, with the policies of AWS that they have. */
export const otherRolesOf = (service: Template): readonly string[] => {
  const owned = new Set(
    [
      ...Object.values(service.findResources('AWS::Lambda::Function')).map(({ Properties }) => Properties.Role),
      ...Object.values(service.findResources('AWS::StepFunctions::StateMachine')).map(
        ({ Properties }) => Properties.RoleArn,
      ),
    ].map((role) => role['Fn::GetAtt'][0]),
  );
  return Object.entries(service.findResources('AWS::IAM::Role'))
    .filter(([id]) => !owned.has(id))
    .map(
      ([id, { Properties }]) => `${kind({ Ref: id })}: ${listOf(Properties.ManagedPolicyArns).map(kind).join(', ')}`,
    );
};

/** Who may take a role, each way once, and what it holds beside its own policy. */
export const trustOf = (service: Template): readonly string[] => {
  const ways = Object.values(service.findResources('AWS::IAM::Role')).map(({ Properties }) => {
    const [{ Principal, ...statement }] = Properties.AssumeRolePolicyDocument.Statement;
    return [Principal.Service, conditionOf(statement), ...listOf(Properties.ManagedPolicyArns ?? []).map(kind)];
  });
  return [...new Set(ways.map((way) => way.filter(Boolean).join(', ')))].toSorted();
};

/** What each role may do whose own policies stand within it, by the role's id in the template. */
export const roleGrantsOf = (template: Template): Grants =>
  new Map(
    rolePoliciesOf(template)
      .map(({ role, statements }) => [kind({ Ref: role }), statements.flatMap(grantLines)] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

const grantsOfType = (
  service: Template,
  type: string,
  roleKey: string,
  shown: (allowed: readonly GrantLine[]) => readonly GrantLine[],
): Grants => {
  const byRole = new Map<string, GrantLine[]>(sharedLines(service));
  for (const { role, statements } of rolePoliciesOf(service))
    byRole.set(role, [...(byRole.get(role) ?? []), ...statements.flatMap(grantLines)]);
  const found = Object.entries(service.findResources(type)).map(([id, { Properties, Metadata }]) => {
    const [role] = Properties[roleKey]['Fn::GetAtt'];
    return [nameOf(id, Metadata), shown(byRole.get(role) ?? [])] as const;
  });
  return new Map(found.sort(([one], [other]) => (one < other ? -1 : 1)));
};

/** What the managed policies of the template allow, by the role that has them. */
const sharedLines = (service: Template): [role: string, lines: GrantLine[]][] => {
  const policies = service.findResources('AWS::IAM::ManagedPolicy');
  return Object.entries(service.findResources('AWS::IAM::Role')).map(([role, { Properties }]) => {
    const attached = listOf(Properties.ManagedPolicyArns ?? []) as { readonly Ref?: string }[];
    const statements = attached.flatMap(({ Ref = '' }) => policies[Ref]?.['Properties'].PolicyDocument.Statement ?? []);
    return [role, statements.flatMap(grantLines)];
  });
};

const nameOf = (id: string, metadata: Readonly<Record<string, unknown>> | undefined): string => {
  const entry = metadata?.['toscanini:entry'];
  return entry === undefined ? kind({ Ref: id }) : String(entry).replace(/^functions\/|\.ts$/g, '');
};

const grantLines = (statement: Statement): GrantLine[] =>
  listOf(statement.Action).flatMap((action) =>
    listOf(statement.Resource).map((resource) => ({
      action: String(action),
      resource: kind(resource),
      condition: conditionOf(statement),
    })),
  );

/** One row a role; the actions on a resource stand together, and what every one may is said once. */
export const grantsTable = (heading: string, grants: Grants): string => {
  const everyOnes = commonTo([...grants.values()].map((allowed) => new Set(cellsOf(allowed))));
  const rows = [...grants].map(
    ([name, allowed]) => [name, cellsOf(allowed).filter((cell) => !everyOnes.includes(cell))] as const,
  );
  return table(
    [heading, 'May'],
    [['every one', everyOnes] as const, ...rows].map(([name, cells]) => [name, cells.join('<br>') || 'nothing']),
  );
};

const commonTo = (sets: readonly ReadonlySet<string>[]): readonly string[] =>
  [...(sets[0] ?? [])].filter((cell) => sets.every((set) => set.has(cell)));

const cellsOf = (allowed: readonly GrantLine[]): readonly string[] => {
  const byResource = Map.groupBy(allowed, ({ resource, condition }) =>
    condition === '' ? resource : `${resource} (${condition})`,
  );
  return [...byResource]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([resource, each]) => `${resource}: ${[...new Set(each.map(({ action }) => action))].sort().join(', ')}`);
};

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
