/** What administrators switch, and what they look at. */

import { dependencyStates as statesIn } from '../adapters/tables/dependency-states.ts';
import { moveStates as movesIn } from '../adapters/tables/move-states.ts';
import { pauses as pausesIn } from '../adapters/tables/pauses.ts';
import { providerFailures as failuresIn } from '../adapters/tables/provider-record.ts';
import { switches as switchesIn } from '../adapters/tables/switches.ts';
import { once } from './once.ts';
import { deploymentsTable } from './tables.ts';

export const switches = once(() => switchesIn(deploymentsTable()));
export const providerFailures = once(() => failuresIn(deploymentsTable()));
export const dependencyStates = once(() => statesIn(deploymentsTable()));
export const moveStates = once(() => movesIn(deploymentsTable()));
export const pauses = once(() => pausesIn(deploymentsTable()));
