import type { Template } from 'aws-cdk-lib/assertions';
import type { Statement } from './grants-text.ts';

interface RolePolicy {
  /** logical id of the role */
  readonly role: string;
  readonly statements: readonly Statement[];
}

/** Every policy that stands within a role, or in a resource of its own for it, and the rights of deployers, which roles share. */
export const rolePoliciesOf = (template: Template): readonly RolePolicy[] => [
  ...Object.entries(template.findResources('AWS::IAM::Role')).flatMap(([role, { Properties }]) =>
    ((Properties.ManagedPolicyArns ?? []) as { Ref?: string }[]).flatMap(({ Ref = '' }) =>
      /^Shared(Deployers|Inspected)/.test(Ref)
        ? [
            {
              role,
              statements:
                template.findResources('AWS::IAM::ManagedPolicy')[Ref]?.['Properties'].PolicyDocument.Statement,
            },
          ]
        : [],
    ),
  ),
  ...Object.entries(template.findResources('AWS::IAM::Role')).flatMap(([role, { Properties }]) =>
    ((Properties.Policies ?? []) as { PolicyDocument: { Statement: RolePolicy['statements'] } }[]).map(
      ({ PolicyDocument }) => ({ role, statements: PolicyDocument.Statement }),
    ),
  ),
  ...Object.values(template.findResources('AWS::IAM::Policy')).flatMap(({ Properties }) =>
    (Properties.Roles as { Ref: string }[]).map(({ Ref: role }) => ({
      role,
      statements: Properties.PolicyDocument.Statement,
    })),
  ),
];

export const statementsIn = (template: Template): RolePolicy['statements'] =>
  rolePoliciesOf(template).flatMap(({ statements }) => statements);
