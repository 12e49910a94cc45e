import type { Json } from '../../../tosca/topology.ts';
import { textOf } from '../../deployers/capability-values.ts';

/** Apart from the table of sizes, which the function that takes updates need not load. */
type Processor = 'x86_64' | 'arm64';

/** The processor of a size. AWS marks families with processors of its own by a `g` after the generation. */
export const processorOf = (size: string): Processor => (/^(a1|[a-z]+\d+g)/.test(size) ? 'arm64' : 'x86_64');

/** The processor of what a template names as size; of any other machine it is the usual one. */
export const requestedProcessor = (size: Json | undefined): Processor => {
  const named = textOf(size);
  return named === undefined || named.includes('*') ? 'x86_64' : processorOf(named);
};
