import { ProviderFailedError, ProviderUnavailableError } from '../../../foundation/errors.ts';
import type { Json } from '../../../tosca/topology.ts';
import type { Deployer } from '../../deployers/ports.ts';

/** unavailable: not now; refused: the deployer cannot evaluate the outputs, and says why. */
type AnsweredOutputs =
  | { readonly are: 'known'; readonly values: { readonly [name: string]: Json } }
  | { readonly are: 'refused' | 'unavailable'; readonly why: string };

/** The outputs, or why there are none: a configured infrastructure must not fail because its outputs cannot be read. */
export const answeredOutputs = async (
  deployer: Pick<Deployer, 'outputs'>,
  infrastructureId: string,
): Promise<AnsweredOutputs> => {
  try {
    return { are: 'known', values: await deployer.outputs(infrastructureId) };
  } catch (error) {
    if (error instanceof ProviderFailedError) return { are: 'refused', why: error.message };
    if (error instanceof ProviderUnavailableError) return { are: 'unavailable', why: error.message };
    throw error;
  }
};
