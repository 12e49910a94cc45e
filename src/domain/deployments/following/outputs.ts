import { ProviderFailedError, ProviderUnavailableError } from '../../../foundation/errors.ts';
import type { Json } from '../../../tosca/topology.ts';
import type { InfrastructureManager } from '../../providers/ports.ts';

/** unavailable: this time; refused: the Infrastructure Manager cannot evaluate them, and says why. */
type AnsweredOutputs =
  | { readonly are: 'known'; readonly values: { readonly [name: string]: Json } }
  | { readonly are: 'refused' | 'unavailable'; readonly why: string };

/** Outputs as far as they can be had: an infrastructure that is configured does not fail for the sake of what it tells. */
export const answeredOutputs = async (
  infrastructureManager: Pick<InfrastructureManager, 'outputs'>,
  providerId: string,
  infrastructureId: string,
): Promise<AnsweredOutputs> => {
  try {
    return { are: 'known', values: await infrastructureManager.outputs(providerId, infrastructureId) };
  } catch (error) {
    if (error instanceof ProviderFailedError) return { are: 'refused', why: error.message };
    if (error instanceof ProviderUnavailableError) return { are: 'unavailable', why: error.message };
    throw error;
  }
};
