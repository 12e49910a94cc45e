import type { Transfer } from '../../domain/transfers/transfer.ts';
import { identityOf } from '../../foundation/identity.ts';
import type { BodyOf } from '../schemas/answers.ts';

export const transferView = ({
  to,
  by,
  since,
  expiresAt,
}: Transfer): NonNullable<BodyOf<'DeploymentView'>['transfer']> => ({
  ...(to !== undefined && { to }),
  ...{ by: identityOf(by), since, expiresAt },
});
