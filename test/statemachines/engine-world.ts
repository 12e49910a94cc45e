/** A world whose records and files live in the real engines. */

import { endedFiles } from '../../src/adapters/files/ended-files.ts';
import { files } from '../../src/adapters/files/files.ts';
import { attempts } from '../../src/adapters/tables/attempts.ts';
import { deployments } from '../../src/adapters/tables/deployments.ts';
import { endedDeployments } from '../../src/adapters/tables/ended-deployments.ts';
import { resources } from '../../src/adapters/tables/resources.ts';
import { versions } from '../../src/adapters/tables/versions.ts';
import type { Stores } from '../domain/deployments/memory.ts';
import { makeWorld, type World } from '../domain/deployments/world.ts';
import type { Engine } from '../support/engine.ts';
import { isEach } from './kinds-of-calls.ts';

/** What is looked at here is the order of the writes: the SDK between them and the engine is the subject of test/adapters. */
export { directEngine as startEngine, type Engine } from '../support/engine.ts';

export const engineWorld = ({ client, tables, s3, bucket }: Engine): World<Stores> => {
  const world = makeWorld((clock) => ({
    deployments: deployments({ client, clock, table: tables.deployments }),
    attempts: attempts({ client, clock, table: tables.deployments }),
    resources: resources({ client, clock, table: tables.resources, deployments: tables.deployments }),
    files: files({ client: s3, bucket }),
    versions: versions({ client, clock, table: tables.deployments }),
  }));
  // each look is some calls of the engine: clouds that are sooner ready are looked at less often, in the same states
  if (!isEach) world.clouds.usual = { bootSeconds: 8 };
  return {
    ...world,
    ended: endedDeployments({ client, clock: world.clock, table: tables.deployments }, 30),
    endedFiles: endedFiles({ client: s3, bucket }),
  };
};
