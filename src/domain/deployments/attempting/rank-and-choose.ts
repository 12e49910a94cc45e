import type { AttemptRef, OperationRef } from '../record/operation.ts';
import { chooseProvider } from './choose-provider.ts';
import { rankProviders } from './rank-providers.ts';

type Ports = Parameters<typeof rankProviders>[0];

interface Ranked {
  readonly candidates: readonly string[];
  readonly attempt: AttemptRef['attempt'];
}

/** Ranks the providers, and chooses the first attempt of this run. Choosing writes nothing that a repeat would not write. The errors are those of both. */
export const rankAndChoose = (ports: Ports) => {
  const [rank, choose] = [rankProviders(ports), chooseProvider(ports)];
  return async (ref: OperationRef): Promise<Ranked> => {
    const ranked = await rank(ref);
    return { ...ranked, attempt: await choose({ ...ref, ...ranked }) };
  };
};
