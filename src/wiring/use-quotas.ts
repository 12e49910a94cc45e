/** The quotas of what deployments use. */

import { useQuotas as quotasOfUse } from '../domain/quotas/use-quotas.ts';
import { quotas } from './bounds.ts';
import { deployments } from './deployments.ts';
import { once } from './once.ts';

export const useQuotas = once(() => quotasOfUse(deployments(), quotas()));
