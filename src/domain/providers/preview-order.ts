import type { Order } from '../deployers/planner.ts';
import type { Candidate } from './ports.ts';

/**
 * What a candidate would be sent, to see what becomes of it: the cloud's own resources need neither the template nor the inputs, since
 * the translation has both. `name` names nothing that exists.
 */
export const previewOrder = (
  name: string,
  { edits, blueprint }: Pick<Candidate, 'edits' | 'blueprint'>,
  machines: Order['machines'],
): Order => ({
  ...{ template: '', inputs: {}, name, edits, machines },
  ...(blueprint !== undefined && { blueprint }),
});
