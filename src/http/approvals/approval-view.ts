import type { Decision } from '../../domain/approvals/approval.ts';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import { cleanerFor } from '../../domain/deployments/record/disclosure.ts';
import { identityOf } from '../../foundation/identity.ts';
import type { BodyOf } from '../schemas/answers.ts';

/** What who may approve is shown: of the deployment only what names it, and nothing that is secret. `expiry`: where it is not what the record says. undefined: it never asked. */
export const approvalView = (deployment: Deployment, expiry?: string): BodyOf<'Approval'> | undefined => {
  const { id: uuid, name, userGroup, createdBy, status, operation } = deployment;
  const cleaned = cleanerFor(deployment);
  const { approval, requestedBy, message } = operation;
  if (approval === undefined) return undefined;
  const { state, since, expiresAt, digest, hourly, rules, grants, refusal } = approval;
  return {
    deployment: {
      ...{ uuid, status, createdBy: identityOf(createdBy) },
      ...(name !== undefined && { name: cleaned(name) }),
      ...(userGroup !== undefined && { userGroup }),
    },
    operation: operation.id,
    ...(requestedBy && { requestedBy: identityOf(requestedBy) }),
    ...(message !== undefined && { message: cleaned(message) }),
    ...{ state, since, expiresAt: expiry ?? expiresAt, digest },
    ...(hourly !== undefined && { hourly }),
    rules: rules.map(({ rule, message: sentence, approvers }) => ({
      rule,
      message: cleaned(sentence),
      approvers: [...approvers],
    })),
    approvals: grants.map((grant) => ({ ...decisionView(grant), rules: [...grant.rules] })),
    ...(refusal && { refusal: decisionView(refusal) }),
  };
};

const decisionView = ({ by, at, comment }: Decision) => ({
  by: identityOf(by),
  at,
  ...(comment !== undefined && { comment }),
});
