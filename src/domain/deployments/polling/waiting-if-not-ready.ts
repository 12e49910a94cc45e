import { NotReadyError } from '../../../foundation/errors.ts';

/** A provider that is not ready is waited for. */
export const waitingIfNotReady = async <T>(
  run: () => Promise<T>,
): Promise<T | { readonly is: 'waiting'; readonly why: string }> => {
  try {
    return await run();
  } catch (error) {
    if (error instanceof NotReadyError) return { is: 'waiting', why: error.message };
    throw error;
  }
};
