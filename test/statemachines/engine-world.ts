/** A world whose records and files live in the real engines. */

import { files } from '../../src/adapters/files/files.ts';
import { attempts } from '../../src/adapters/tables/attempts.ts';
import { deployments } from '../../src/adapters/tables/deployments.ts';
import { resources } from '../../src/adapters/tables/resources.ts';
import type { Stores } from '../domain/deployments/memory.ts';
import { makeWorld, type World } from '../domain/deployments/world.ts';
import type { Engine } from '../support/engine.ts';

export { type Engine, startEngine } from '../support/engine.ts';

export const engineWorld = ({ client, tables, s3, bucket }: Engine): World<Stores> =>
  makeWorld((clock) => ({
    deployments: deployments({ client, clock, table: tables.deployments }),
    attempts: attempts({ client, clock, table: tables.deployments }),
    resources: resources({ client, clock, table: tables.resources, deployments: tables.deployments }),
    files: files({ client: s3, bucket }),
  }));
