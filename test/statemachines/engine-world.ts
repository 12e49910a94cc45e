/** A world whose records live in the real table engine. */

import { attempts } from '../../src/adapters/tables/attempts.ts';
import { deployments } from '../../src/adapters/tables/deployments.ts';
import { resources } from '../../src/adapters/tables/resources.ts';
import { memoryStores, type Stores } from '../domain/deployments/memory.ts';
import { makeWorld, type World } from '../domain/deployments/world.ts';
import type { Engine } from '../support/engine.ts';

export { type Engine, startEngine } from '../support/engine.ts';

export const engineWorld = ({ client, tables }: Engine): World<Stores> =>
  makeWorld((clock) => ({
    deployments: deployments({ client, clock, table: tables.deployments }),
    attempts: attempts({ client, clock, table: tables.deployments }),
    resources: resources({ client, clock, table: tables.resources }),
    files: memoryStores(clock.now).files,
  }));
