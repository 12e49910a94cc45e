import type { Deployment } from './deployment.ts';

/**
 * Whether the operation took a failed update back (docs/decisions/0065): the template that it brought is in force then.
 */
export const wasReverted = ({ operation, templateOf }: Pick<Deployment, 'operation' | 'templateOf'>): boolean =>
  operation.reverts !== undefined && operation.id === templateOf;
