import { ConflictError, NotFoundError } from '../../../foundation/errors.ts';
import type { Deployment } from './deployment.ts';
import type { LifecyclePorts } from './ports.ts';

/** The text of the template in force. ConflictError where a deletion has removed it meanwhile. */
export const templateInForce = async (
  files: Pick<LifecyclePorts['files'], 'getTemplate'>,
  { id, templateOf }: Pick<Deployment, 'id' | 'templateOf'>,
): Promise<string> => {
  try {
    return await files.getTemplate(id, templateOf);
  } catch (cause) {
    if (!(cause instanceof NotFoundError)) throw cause;
    throw new ConflictError('the current template no longer exists: was the deployment deleted meanwhile?', { cause });
  }
};
