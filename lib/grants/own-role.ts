import {
  type AddToPrincipalPolicyResult,
  PolicyDocument,
  type PolicyStatement,
  Role,
  type RoleProps,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * A role whose statements stand within it. The CDK would make a resource of its own for them, and CloudFormation takes 500
 * resources in a stack.
 */
export class OwnRole extends Role {
  private readonly own: PolicyDocument;

  constructor(scope: Construct, id: string, props: Omit<RoleProps, 'inlinePolicies'>) {
    const own = new PolicyDocument({ minimize: true });
    super(scope, id, { ...props, inlinePolicies: { Own: own } });
    this.own = own;
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.own.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
