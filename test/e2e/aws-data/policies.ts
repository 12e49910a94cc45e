/** Reads out of a synthesis what each function and role of the installation may do, as the sandbox needs it. */

import { buildApp } from '../../../lib/app.ts';
import { tenantRole } from '../../../lib/grants/tenant-role.ts';
import { handlersOf, typesOf } from '../../../lib/rights/handlers.ts';
import { leftOut } from '../../../lib/rights/left-out.ts';
import { mappedTypes } from '../../../lib/rights/mapped-types.ts';
import { services } from '../../../local/sandbox/aws/calls/actions.ts';
import type { Installation } from '../../../local/sandbox/aws/iam/principals.ts';
import configuration from './installation.config.ts';

interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly Metadata?: Readonly<Record<string, unknown>>;
}

interface Template {
  readonly name: string;
  readonly account: string;
  readonly Resources: Readonly<Record<string, Resource>>;
}

interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

interface Role {
  readonly arn: string;
  readonly name: string;
  readonly identity: readonly Statement[];
}

/** Parts of the template that only CloudFormation knows, with the names that they have on a laptop: local/template/names.ts. */
const filledIn = (value: unknown, template: Template): unknown => {
  if (Array.isArray(value)) return value.map((one) => filledIn(one, template));
  if (typeof value !== 'object' || value === null) return value;
  const [[name, inner] = ['', undefined]] = Object.entries(value);
  const text = (one: unknown): string => String(filledIn(one, template));
  if (name === 'Ref') return pseudo(String(inner), template) ?? inner;
  if (name === 'Fn::Sub')
    return String(inner).replaceAll(/\$\{(AWS::\w+)\}/g, (_, one: string) => `${pseudo(one, template)}`);
  if (name === 'Fn::Join') {
    const [by, parts] = inner as [string, readonly unknown[]];
    return parts.map(text).join(by);
  }
  if (name === 'Fn::GetAtt') return arnNamed((inner as readonly string[])[0] ?? '', template);
  if (name === 'Fn::ImportValue') return arnNamed(exported(String(inner)), template);
  if (name.startsWith('Fn::')) return `unknown-${JSON.stringify(inner)}`;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filledIn(one, template)]));
};

const pseudo = (name: string, { account }: Template): string | undefined =>
  ({ 'AWS::Partition': 'aws', 'AWS::Region': configuration.region, 'AWS::AccountId': account })[name];

/** Buckets are the only ones whose ARNs matter to the sandbox: they have their logical ids as names there. */
const arnNamed = (logicalId: string, { account }: Template): string =>
  /Bucket|Files|Results/.test(logicalId)
    ? `arn:aws:s3:::${logicalId.toLowerCase()}`
    : `arn:aws:any:${configuration.region}:${account}:${logicalId}`;

/** `toscanini-data:ExportsOutputFnGetAttFiles8E6940B8ArnD8EE6C03` is of Files8E6940B8. */
const exported = (name: string): string => /FnGetAtt(.+?)(?:Arn|Ref)[0-9A-F]{8}$/.exec(name)?.[1] ?? name;

const templates = (): readonly Template[] => {
  const { stacks } = buildApp(configuration).synth();
  return [
    ...stacks.map(({ stackName, template }) => ({
      ...(template as Pick<Template, 'Resources'>),
      name: stackName,
      account: configuration.account,
    })),
    { ...(tenantRole() as unknown as Pick<Template, 'Resources'>), name: 'tenant', account: '222222222222' },
  ];
};

type Policy = { readonly PolicyDocument: { readonly Statement: readonly Statement[] } };

const rolesIn = (template: Template): ReadonlyMap<string, Role> => {
  const { Resources, account } = template;
  const all = Object.entries(Resources);
  const statements = (policy: unknown): readonly Statement[] =>
    filledIn((policy as Policy).PolicyDocument.Statement, template) as readonly Statement[];
  const attached = (roleId: string): readonly Statement[] =>
    all.flatMap(([, { Type, Properties = {} }]) =>
      Type === 'AWS::IAM::Policy' && refs(Properties['Roles']).includes(roleId) ? statements(Properties) : [],
    );
  return new Map(
    all
      .filter(([, { Type }]) => Type === 'AWS::IAM::Role')
      .map(([id, { Properties = {} }]) => {
        const name = String(filledIn(Properties['RoleName'] ?? `${template.name}-${id}`, template));
        const own = ((Properties['Policies'] ?? []) as readonly unknown[]).flatMap(statements);
        const managed = refs(Properties['ManagedPolicyArns']).flatMap((one) => statements(Resources[one]?.Properties));
        const identity = [...own, ...attached(id), ...managed];
        return [id, { arn: `arn:aws:iam::${account}:role/${name}`, name, identity }];
      }),
  );
};

const refs = (value: unknown): readonly string[] =>
  ((value ?? []) as readonly { readonly Ref?: string }[]).flatMap(({ Ref }) => Ref ?? []);

/** What the sandbox asks IAM about: its own calls, and what comes with them. Functions may do much more elsewhere. */
const asked: ReadonlySet<string> = new Set([
  ...Object.entries(services).flatMap(([service, { actions }]) =>
    Object.keys(actions).map((name) => `${service}:${name}`),
  ),
  'batch:TagResource',
  'cloudformation:TagResource',
  'cloudformation:UntagResource',
  'iam:PassRole',
  'ssm:AddTagsToResource',
]);

const ofFunctions = (statements: readonly Statement[]): readonly Statement[] => {
  const reduced = statements.flatMap((one) => {
    const Action = [one.Action].flat().filter((action) => asked.has(action) || action === 's3:GetObject');
    return Action.length === 0 ? [] : [{ ...one, Action: Action.length === 1 ? (Action[0] ?? '') : Action }];
  });
  return reduced.some(({ Action }) => [Action].flat().some((one) => asked.has(one))) ? reduced : [];
};

/** The roles that something in the sandbox has: those with names. */
const isNamed = ({ name }: Role): boolean => /^toscanini-(?!service-|data-|jobs-[A-Z])/.test(name);

const installation = (): Installation => {
  const statements: Statement[] = [];
  const numbers = (given: readonly Statement[]): readonly number[] =>
    given.map((one) => {
      const text = JSON.stringify(one);
      const known = statements.findIndex((each) => JSON.stringify(each) === text);
      return known >= 0 ? known : statements.push(one) - 1;
    });
  const functions: [string, Installation['functions'][string]][] = [];
  const roles: [string, Installation['roles'][string]][] = [];
  for (const template of templates()) {
    const known = rolesIn(template);
    for (const { Metadata = {}, Properties = {} } of Object.values(template.Resources)) {
      const entry = Metadata['toscanini:entry'];
      if (entry === undefined) continue;
      const [roleId = ''] = (Properties['Role'] as { readonly 'Fn::GetAtt': readonly string[] })['Fn::GetAtt'];
      const role = known.get(roleId);
      if (role === undefined) throw new Error(`${entry} has the role ${roleId}, which is in another stack`);
      functions.push([String(entry), { role: role.name, identity: numbers(ofFunctions(role.identity)) }]);
    }
    for (const role of [...known.values()].filter(isNamed))
      roles.push([role.arn, { identity: numbers(role.identity) }]);
  }
  return {
    statements: statements as unknown as Installation['statements'],
    functions: Object.fromEntries(functions.toSorted(byName)),
    roles: Object.fromEntries(roles.toSorted(byName)),
    handlers: handlers(),
  };
};

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** What AWS publishes for the types in the sandbox, without what the translation never sets: lib/rights/left-out.ts. */
const handlers = (): Installation['handlers'] => {
  const allowed = configuration.providers.flatMap(({ stack }) => stack?.allowedTypes ?? []).flatMap(typesOf);
  const types = [...new Set<string>([...mappedTypes, ...allowed])].toSorted();
  return Object.fromEntries(
    types.flatMap((type) => {
      const published = handlersOf(type);
      const left = new Set(leftOut.flatMap((one) => (one.type === type ? one.actions : [])));
      const actions = [...(published?.change ?? []), ...(published?.read ?? [])].filter((action) => !left.has(action));
      return actions.length === 0 ? [] : [[type, joined(actions)]];
    }),
  );
};

const joined = (actions: readonly string[]): string =>
  [...Map.groupBy([...new Set(actions)].toSorted(), (action) => action.split(':')[0])]
    .map(([service, own]) => `${service}:${own.map((action) => action.slice(`${service}:`.length)).join(',')}`)
    .join(' ');

/** The text of local/sandbox/aws/iam/installation.json: a line for each statement, function, role and type. */
export const installationText = (): string => {
  const { statements, ...maps } = installation();
  const lines = (map: object): string =>
    Object.entries(map)
      .map(([name, one]) => `    ${JSON.stringify(name)}: ${JSON.stringify(one)}`)
      .join(',\n');
  const parts = Object.entries(maps).map(([name, map]) => `  ${JSON.stringify(name)}: {\n${lines(map)}\n  }`);
  return `{\n  "statements": [\n${statements.map((one) => `    ${JSON.stringify(one)}`).join(',\n')}\n  ],\n${parts.join(',\n')}\n}\n`;
};
