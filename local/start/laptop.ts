/** The whole service in one process. Each service of AWS has a local replacement; the functions are the real ones. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connectToServices } from '../direct/laptop-clients.ts';
import { eventBus, startSchedules } from '../events/events.ts';
import { type Notifications, openNotifications } from '../events/file-events.ts';
import { type LettersEndpoint, startLettersEndpoint } from '../events/letters-endpoint.ts';
import { startTeamBus } from '../events/team-bus.ts';
import { places } from '../functions/concurrency.ts';
import { localKey, setEnvironment } from '../functions/environment.ts';
import { type Functions, localFunctions } from '../functions/functions.ts';
import { signAsFunctions } from '../functions/signing.ts';
import { startGateway } from '../gateway/gateway.ts';
import { allowedHosts } from '../gateway/own-host.ts';
import { type Home, holdHome } from '../machine/home.ts';
import { LaptopError, opened } from '../machine/laptop-error.ts';
import { openOperatorsEndpoint } from '../operators/operators-endpoint.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { StepFunctions } from '../step-functions/endpoint.ts';
import { storageElements } from '../storage/storage-elements.ts';
import type { Cloud } from '../template/cloud.ts';

export interface LaptopOptions {
  /** 0: any free port */
  readonly port: number;
  /** true: deletes the data of earlier runs */
  readonly fresh?: boolean;
  /** true: with SLAM, CMDB, monitoring and CPR in front of the sandbox's clouds */
  readonly federated?: boolean;
  /** gets the notifications of new files instead of their function, for tests in which that function dies */
  readonly matcher?: Pick<Functions, 'invoke'>;
  /** true: builds the dashboard if its sources have changed, and serves it */
  readonly dashboard?: boolean;
  /** true: puts the examples into the catalog */
  readonly catalog?: boolean;
  /** below 1: shortens the pauses of the workflows and of the schedules by this factor, for benchmarks and the demo */
  readonly pace?: number;
  /** aborts the start with its reason, after everything that has started is stopped */
  readonly signal?: AbortSignal;
  /** called before the cloud template is made, which takes seconds, when its sources have changed */
  readonly preparing?: () => void;
  /** called when an essential part has died */
  readonly lost?: (error: Error) => void;
}

export interface Laptop {
  /** base address of the service */
  readonly url: string;
  readonly sandbox: Sandbox;
  /** buckets whose new files start schedules, and the address of the S3 that has them */
  readonly incoming: readonly string[];
  /** where jobs may write; undefined: the installation has no job queue of its own */
  readonly results: string | undefined;
  readonly s3: string;
  /** file with what was put on the bus of the installation; undefined: it has none */
  readonly bus: string | undefined;
  /** Leaves running operations to the next start; nothing of this process keeps running. */
  stop(): Promise<void>;
}

/** steps of workflows that run at the same time; requests never wait for them */
const stepsAtOnce = 32;

const root = join(import.meta.dirname, '../..');

/**
 * Starts the service on 127.0.0.1. It sets variables in `process.env`, so a process can have only one service. Throws
 * LaptopError and PortTakenError for problems that the user can fix.
 */
export const startLaptop = async (options: LaptopOptions): Promise<Laptop> => {
  await using started = new AsyncDisposableStack();
  const home = holdHome(options);
  started.defer(() => home.release());
  await refuseTakenPort(options.port);
  const notifications = opened(join(home.data, 'notifications.db'), openNotifications);
  started.defer(() => notifications.close());
  const { startRooms, startStepFunctions, makeStores, fillCatalog } = await loadParts();
  const { cloud, sandbox, dashboard, dynamoDb, s3 } = await startRooms(root, options, home, notifications, started);
  options.signal?.throwIfAborted();
  const functions = localFunctions(root, cloud.functions);
  const stepFunctions = await startWorkflows(startStepFunctions, options, home, cloud, functions, started);
  const teamBus = await startBus(cloud, home, started);
  setEnvironment({
    template: cloud.environment,
    ...(teamBus !== undefined && { teamBus: teamBus.url }),
    dynamoDb: dynamoDb.endpoint,
    s3: s3.endpoint,
    stepFunctions: stepFunctions.endpoint,
    letters: (await startLetters(cloud, notifications, started)).endpoint,
    sandbox,
    ...(dashboard !== undefined && { dashboard }),
    secretsFile: join(home.data, 'secrets.json'),
  });
  started.defer(connectToServices({ dynamoDb, s3, stepFunctions, sandbox }));
  const buckets = [...cloud.buckets, ...storageElements.map(({ bucket }) => bucket)];
  if (sandbox.awsUrl !== undefined) started.defer(signAsFunctions(sandbox.awsUrl, localKey));
  await makeStores({ ...cloud, buckets });
  if (options.catalog) await fillCatalog(root, process.env['FILES_BUCKET'] ?? '');
  options.signal?.throwIfAborted();
  const door = await openOperatorsEndpoint(cloud, functions);
  started.defer(() => door.stop());
  const url = await openDoors(options, cloud, functions, { stepFunctions, notifications }, started);
  const incoming = cloud.fileQueues.flatMap(({ buckets }) => buckets);
  home.announce({
    url,
    issuer: sandbox.issuer,
    operators: door.url,
    imUrl: sandbox.imUrl,
    ...(sandbox.awsUrl && { awsUrl: sandbox.awsUrl }),
    s3: s3.endpoint,
    incoming,
    ...(cloud.results !== undefined && { results: cloud.results }),
    ...(sandbox.federation && { federationUrl: sandbox.federation.url }),
    pid: process.pid,
  });
  startRest(cloud, functions, options, started);
  const running = started.move();
  return {
    ...{ url, sandbox, incoming, results: cloud.results, s3: s3.endpoint, bus: teamBus?.file },
    stop: () => running.disposeAsync(),
  };
};

/** Only where the configuration asks for a bus (`events.bus`). */
const startBus = async ({ environment }: Cloud, home: Home, started: AsyncDisposableStack) => {
  if (environment['EVENT_BUS'] === undefined) return undefined;
  const file = join(home.data, 'bus.jsonl');
  const { url, stop } = await startTeamBus(file);
  started.defer(stop);
  return { url, file };
};

/** What administrators do with the notifications that failed too often. */
const startLetters = async (
  { environment }: Cloud,
  notifications: Notifications,
  started: AsyncDisposableStack,
): Promise<LettersEndpoint> => {
  const { FILE_QUEUE: files = '', FILE_LETTERS: letters = '' } = environment;
  const endpoint = await startLettersEndpoint(notifications, { files, letters });
  started.defer(() => endpoint.stop());
  return endpoint;
};

/** Loads what takes longest to load: a start that is refused has said so before. */
const loadParts = async () => {
  const [rooms, stepFunctions, stores, catalog] = await Promise.all([
    import('./rooms.ts'),
    import('../step-functions/endpoint.ts'),
    import('../storage/stores.ts'),
    import('./fill-catalog.ts'),
  ]);
  return { ...rooms, ...stepFunctions, ...stores, ...catalog };
};

type Parts = Awaited<ReturnType<typeof loadParts>>;

/** milliseconds: by then whoever waits for the address has it */
const restAfter = 100;

/** What nobody waits for: the schedules, and the functions that no request has needed yet. A broken one ends the service. */
const startRest = (
  cloud: Cloud,
  functions: Functions,
  { lost, pace }: LaptopOptions,
  started: AsyncDisposableStack,
): void => {
  const stopping = new AbortController();
  started.defer(() => stopping.abort());
  const { signal } = stopping;
  const start = async (): Promise<void> => {
    await setTimeout(restAfter);
    if (signal.aborted) return;
    const schedules = startSchedules(cloud, functions, pace);
    signal.addEventListener('abort', () => schedules.stop());
    await functions.warm(signal);
  };
  start().catch((error: Error) => lost?.(error));
};

/** Checks the port first, because the gateway opens it last, and nothing should start when the port is taken. */
const refuseTakenPort = async (port: number): Promise<void> => {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new LaptopError(
        `port ${port} of 127.0.0.1 is in use: stop the program that listens there, or choose another port: PORT=8090 npm start`,
        { cause },
      );
    throw new LaptopError(
      `port ${port} of 127.0.0.1 cannot be opened (${code}): choose another port: PORT=8090 npm start`,
      {
        cause,
      },
    );
  }
  probe.close();
  await once(probe, 'close');
};

const startWorkflows = async (
  startStepFunctions: Parts['startStepFunctions'],
  { pace = 1 }: LaptopOptions,
  home: Home,
  cloud: Cloud,
  functions: Functions,
  started: AsyncDisposableStack,
): Promise<StepFunctions> => {
  const stepFunctions = await startStepFunctions({
    workflows: cloud.workflows,
    invoke: functions.invoke,
    place: places(stepsAtOnce),
    announce: eventBus(cloud, functions),
    dataFile: join(home.data, 'executions.db'),
    pace,
    validated: true, // test/local/template/workflows.test.ts checks them
  });
  started.defer(() => stepFunctions.stop());
  return stepFunctions;
};

/** Starts all activity but that of the schedules: running executions continue, files are delivered, requests come in. */
const openDoors = async (
  { port, matcher }: LaptopOptions,
  cloud: Cloud,
  functions: Functions,
  { stepFunctions, notifications }: { readonly stepFunctions: StepFunctions; readonly notifications: Notifications },
  started: AsyncDisposableStack,
): Promise<string> => {
  stepFunctions.resume();
  const delivery = notifications.deliver(cloud.fileQueues, matcher ?? functions);
  started.defer(() => delivery.stop());
  const gateway = await startGateway({
    api: cloud.api,
    port,
    allowedHosts: allowedHosts(process.env),
    invoke: functions.invoke,
  });
  started.defer(() => gateway.stop());
  return gateway.url;
};
