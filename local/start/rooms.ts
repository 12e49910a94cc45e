/** The parts that do not need each other: the template, the sandbox, and the two stores. */

import { join } from 'node:path';
import { builtDashboard, dashboardCache } from '../../lib/bundles/kept-dashboard.ts';
import type { Notifications } from '../events/file-events.ts';
import type { Home } from '../machine/home.ts';
import { LaptopError, unusable } from '../machine/laptop-error.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { sandboxPorts, startSandbox } from '../sandbox/start.ts';
import { EngineMissingError } from '../storage/dynoxide.ts';
import { type ObjectStorage, type Store, startDynamoDb, startS3 } from '../storage/storage.ts';
import { assemblyCache, cloudAssembly } from '../template/assembly.ts';
import type { Cloud } from '../template/cloud.ts';
import { readCloud } from '../template/read-cloud.ts';
import type { LaptopOptions } from './laptop.ts';

type RoomOptions = Pick<LaptopOptions, 'port' | 'federated' | 'dashboard' | 'signal' | 'lost' | 'preparing'>;

interface Rooms {
  readonly cloud: Cloud;
  readonly sandbox: Sandbox;
  /** the folder of the built dashboard */
  readonly dashboard: string | undefined;
  readonly dynamoDb: Store;
  readonly s3: ObjectStorage;
}

/** Starts all at once, because the template takes longest. When one fails, those that started are stopped. */
export const startRooms = async (
  root: string,
  { port, federated, dashboard: withDashboard = false, signal, lost, preparing }: RoomOptions,
  home: Home,
  notifications: Notifications,
  started: AsyncDisposableStack,
): Promise<Rooms> => {
  const deferred = async <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const room = await starting;
    started.defer(() => room.stop());
    return room;
  };
  const [cloud, dashboard, sandbox, dynamoDb, s3] = await Promise.allSettled([
    cloudAssembly(root, assemblyCache(root) ?? home.cache, signal, preparing).then(readCloud),
    withDashboard ? builtDashboard(root, dashboardCache(root) ?? home.dashboard) : undefined,
    deferred(startSandbox({ dataDirectory: home.data, ...sandboxPorts(port, federated) })),
    deferred(startTables(join(home.data, 'tables.db'), lost)),
    deferred(startObjects(join(home.data, 'objects'), notifications)),
  ]);
  return {
    cloud: standing(cloud),
    sandbox: standing(sandbox),
    dashboard: standing(dashboard),
    dynamoDb: standing(dynamoDb),
    s3: standing(s3),
  };
};

const standing = <T>(room: PromiseSettledResult<T>): T => {
  if (room.status === 'rejected') throw room.reason;
  return room.value;
};

/** Either this machine prevents dynoxide from starting, and the message says what to do, or its file cannot be used. */
const startTables = async (dataFile: string, lost: RoomOptions['lost']): Promise<Store> => {
  try {
    return await startDynamoDb({ dataFile, lost: (error) => lost?.(new LaptopError(error.message, { cause: error })) });
  } catch (cause) {
    if (cause instanceof EngineMissingError) throw new LaptopError(cause.message, { cause });
    throw unusable(dataFile, cause);
  }
};

const startObjects = async (dataDirectory: string, { add: created }: Notifications): Promise<ObjectStorage> => {
  try {
    return await startS3({ dataDirectory, created });
  } catch (cause) {
    throw unusable(dataDirectory, cause);
  }
};
