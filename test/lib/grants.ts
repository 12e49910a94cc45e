import type { Template } from 'aws-cdk-lib/assertions';

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

export interface GrantLine {
  /** e.g. `dynamodb:GetItem` */
  readonly action: string;
  /** e.g. `Files/templates/*`, without accounts, partitions and hashes */
  readonly resource: string;
}

/** What each function's role may do, by the function's path under functions/; writing to its own log group is left out. */
export const grantsOf = (service: Template): Map<string, readonly GrantLine[]> => {
  const byRole = new Map<string, GrantLine[]>();
  for (const { Properties } of Object.values(service.findResources('AWS::IAM::Policy')))
    for (const { Ref: role } of Properties.Roles)
      byRole.set(role, [...(byRole.get(role) ?? []), ...Properties.PolicyDocument.Statement.flatMap(lines)]);
  const found = Object.values(service.findResources('AWS::Lambda::Function')).map(({ Properties, Metadata }) => {
    const [role] = Properties.Role['Fn::GetAtt'];
    const name: string = Metadata['toscanini:entry'].replace(/^functions\/|\.ts$/g, '');
    return [name, (byRole.get(role) ?? []).filter(({ action }) => !action.startsWith('logs:'))] as const;
  });
  return new Map(found.sort(([one], [other]) => (one < other ? -1 : 1)));
};

/** One row a function; the actions on a resource stand together. */
export const grantsTable = (grants: ReadonlyMap<string, readonly GrantLine[]>): string => {
  const rows = [...grants].map(([name, allowed]) => {
    const byResource = Map.groupBy(allowed, ({ resource }) => resource);
    const cells = [...byResource]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([resource, each]) => `${resource}: ${[...new Set(each.map(({ action }) => action))].sort().join(', ')}`);
    return `| ${name} | ${cells.join('<br>') || 'nothing'} |`;
  });
  return ['| Function | May |', '|---|---|', ...rows].join('\n');
};

const lines = (statement: Statement): GrantLine[] =>
  [statement.Action]
    .flat()
    .flatMap((action) => [statement.Resource].flat().map((resource) => ({ action, resource: kind(resource) })));

/** `Deployments`, `Files/templates/*`, `create-deployment`: a resource without accounts, partitions and hashes. */
const kind = (resource: unknown): string =>
  flat(resource)
    .replace(/arn:[^:]*:(\w+):[^:]*:[^:]*:/, '$1:')
    .replaceAll(/toscanini-data:ExportsOutput(?:FnGetAtt|Ref)([A-Za-z]+?)[0-9A-F]{8}(?:Arn)?[0-9A-F]{8}/g, '$1')
    .replaceAll(/([A-Za-z]+?)(?:StateMachine)?[0-9A-F]{8}\b/g, '$1');

/** A CloudFormation expression as one text. */
const flat = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const [[name, inner] = ['', '']] = Object.entries(value as Record<string, unknown>);
  if (name === 'Fn::Join') return (inner as [string, unknown[]])[1].map(flat).join((inner as [string, unknown[]])[0]);
  if (name === 'Fn::GetAtt') return String((inner as [string, string])[0]);
  if (name === 'Fn::ImportValue') return flat(inner);
  if (name === 'Fn::Select') return flat((inner as [string, unknown])[1]);
  if (name === 'Fn::Split') return flat((inner as [string, unknown])[1]);
  return String(inner).replace('AWS::', '');
};
