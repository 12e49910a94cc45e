import { filledIn } from './filled-in.ts';
import type { Limit } from './limits.ts';

export interface Size {
  readonly limit: Limit;
  /** the logical id of a resource, or the name of the stack */
  readonly of: string;
  readonly size: number;
}

interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

export interface Template {
  readonly Resources?: Readonly<Record<string, Resource>>;
  readonly Outputs?: object;
}

type Document = { readonly PolicyDocument: unknown };

/** What AWS limits in a template, but the environments, which lib/configuration/settings.ts looks at. `bytes`: of its file. */
export const sizesOf = (stack: string, template: Template, bytes: number, region?: string): readonly Size[] => {
  const resources = Object.entries(template.Resources ?? {});
  const length = (value: unknown): number => JSON.stringify(filledIn(value, region) ?? '').length;
  return [
    { limit: 'template', of: stack, size: bytes },
    { limit: 'resources', of: stack, size: resources.length },
    { limit: 'outputs', of: stack, size: Object.keys(template.Outputs ?? {}).length },
    ...resources.flatMap(([id, { Type, Properties = {} }]) =>
      (measured[Type] ?? []).flatMap(({ limit, property, measure = length }): Size[] => {
        const value = Properties[property];
        return value === undefined ? [] : [{ limit, of: id, size: measure(filledIn(value, region)) }];
      }),
    ),
    ...inlineSizes(resources, length),
  ];
};

interface Measured {
  readonly limit: Limit;
  readonly property: string;
  /** absent: the characters of its JSON */
  measure?(value: unknown): number;
}

const measured: Readonly<Record<string, readonly Measured[]>> = {
  'AWS::IAM::Role': [
    { limit: 'trustPolicy', property: 'AssumeRolePolicyDocument' },
    { limit: 'roleName', property: 'RoleName', measure: (name) => `${name}`.length },
    { limit: 'managedPoliciesOfRole', property: 'ManagedPolicyArns', measure: (all) => [all].flat().length },
  ],
  'AWS::IAM::ManagedPolicy': [{ limit: 'managedPolicy', property: 'PolicyDocument' }],
  'AWS::KMS::Key': [{ limit: 'keyPolicy', property: 'KeyPolicy' }],
  'AWS::S3::BucketPolicy': [{ limit: 'bucketPolicy', property: 'PolicyDocument' }],
  'AWS::Events::Rule': [{ limit: 'eventPattern', property: 'EventPattern' }],
};

/** Policies stand within a role, or in a resource of their own for it. */
const inlineSizes = (resources: readonly [string, Resource][], length: (value: unknown) => number): readonly Size[] => {
  const sizes = new Map<string, number>();
  const add = (role: string, document: unknown) => sizes.set(role, (sizes.get(role) ?? 0) + length(document));
  for (const [id, { Type, Properties = {} }] of resources) {
    if (Type === 'AWS::IAM::Role')
      for (const { PolicyDocument } of (Properties['Policies'] ?? []) as readonly Document[]) add(id, PolicyDocument);
    if (Type === 'AWS::IAM::Policy')
      for (const { Ref } of Properties['Roles'] as readonly { readonly Ref: string }[])
        add(Ref, Properties['PolicyDocument']);
  }
  return [...sizes].map(([of, size]) => ({ limit: 'inlinePolicies', of, size }));
};
