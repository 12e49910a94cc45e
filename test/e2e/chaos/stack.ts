/** The local stack as processes that can be killed: the service, its table engine, and the clouds. */

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { readRunning } from '../../../local/machine/running.ts';
import { requestToken } from '../../../local/operators/issuer-token.ts';
import type { Chance } from '../schedules/chance.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type MachineTime, machineTime } from './machine-time.ts';
import { type MortalProcess, startMortal } from './mortal-process.ts';

export interface Stack {
  readonly url: string;
  readonly imUrl: string;
  readonly awsUrl: string;
  readonly s3: () => string;
  readonly incoming: () => string;
  /** everything that is kept, and the processes' logs */
  readonly home: string;
  readonly proxy: FaultProxy;
  readonly service: MortalProcess;
  readonly clouds: MortalProcess;
  /** time as the service has it: stands still while it waits for a processor */
  readonly time: MachineTime;
  /** what must never be seen: the secrets that the service was configured with */
  readonly secrets: readonly string[];
  /** signs the callbacks */
  readonly callbackKey: string;
  token(subject: string, groups?: string, administrator?: boolean): Promise<string>;
  /**
   * Starts the service once more, with schedules and pauses ten times as quick: checks and sweeps come after seconds instead of minutes. Deadlines and
   * doubts take as long as before.
   */
  hurry(): Promise<void>;
  /** SIGKILL for the engine of the tables; false when there is none just now. */
  killTables(): boolean;
  stop(): Promise<void>;
}

const callbackKey = 'chaos-callback-key';

const settings = v.object({
  imUrl: v.string(),
  awsUrl: v.string(),
  imSecret: v.string(),
  providers: v.array(v.looseObject({ id: v.string(), priority: v.number() })),
  secrets: v.record(v.string(), v.record(v.string(), v.string())),
});

export const startStack = async (dice: Chance): Promise<Stack> => {
  await using started = new AsyncDisposableStack();
  const home = await mkdtemp(join(tmpdir(), 'toscanini-chaos-'));
  const proxy = await startFaultProxy(dice);
  started.defer(() => proxy.stop());
  const clouds = await startClouds(home);
  started.defer(() => clouds.process.stop());
  const port = await freePorts(3);
  const url = `http://127.0.0.1:${port}`;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...clouds.variables,
    TOSCANINI_HOME: home,
    XDG_CONFIG_HOME: home,
    PORT: `${port}`,
    CHAOS_PROXY: proxy.url,
  };
  const service = await startMortal({
    name: 'the service',
    args: ['--import', './test/e2e/chaos/redirect.ts', 'local/run.mjs', 'start'],
    env,
    logFile: join(home, 'service.log'),
    ready: () => answers(`${url}/info`),
  });
  started.defer(() => service.stop());
  const running = () => readRunning({ TOSCANINI_HOME: home });
  // this process too: the calls of the service's AWS SDK go through it
  const time = machineTime(() => [service.pid(), process.pid]);
  started.defer(() => time.stop());
  const all = started.move();
  return {
    url,
    imUrl: clouds.imUrl,
    awsUrl: clouds.awsUrl,
    s3: () => running()?.s3 ?? '',
    incoming: () => running()?.incoming?.[0] ?? '',
    home,
    proxy,
    service,
    clouds: clouds.process,
    time,
    secrets: clouds.secrets,
    callbackKey,
    token: (username, groups = '', administrator = false) =>
      requestToken(running()?.issuer ?? '', { username, groups, administrator: administrator ? 'true' : 'false' }),
    hurry: () => {
      env['PACE'] = '0.1';
      return service.kill();
    },
    killTables: () => killEngine(home),
    stop: () => all.disposeAsync(),
  };
};

export const forget = (home: string): Promise<void> => rm(home, { recursive: true, force: true });

/** The clouds' settings are the same in each of their lives: passwords and ports do not change. */
const startClouds = async (home: string) => {
  const im = await freePorts(3);
  const logFile = join(home, 'clouds.log');
  const imUrl = `http://127.0.0.1:${im}`;
  const clouds = await startMortal({
    name: 'the clouds',
    args: ['test/e2e/chaos/clouds.ts', join(home, 'clouds'), `${im}`, `${im + 1}`, `${im + 2}`],
    env: process.env,
    logFile,
    ready: () => answers(`${imUrl}/version`),
  });
  const said = v.parse(settings, JSON.parse(readFileSync(logFile, 'utf8').split('\n')[0] ?? ''));
  const secretsFile = join(home, 'secrets.json');
  await writeFile(secretsFile, JSON.stringify({ ...said.secrets, callbacks: { key: callbackKey } }), { mode: 0o600 });
  return {
    process: clouds,
    imUrl,
    awsUrl: said.awsUrl,
    secrets: [
      callbackKey,
      ...Object.values(said.secrets).flatMap(({ password = [], externalId = [] }) => [password, externalId].flat()),
    ],
    variables: {
      IM_URL: said.imUrl,
      IM_SECRET: said.imSecret,
      PROVIDERS: JSON.stringify(mixed(said.providers)),
      ...Object.fromEntries(awsServices.map((name) => [`AWS_ENDPOINT_URL_${name}`, said.awsUrl])),
      SECRETS_FILE: secretsFile,
      CALLBACK_SECRET: 'callbacks',
      MOVES: JSON.stringify({ afterMins: 5, atOnce: 3 }),
    },
  };
};

const awsServices = ['BATCH', 'CLOUDFORMATION', 'CLOUDWATCH_LOGS', 'EC2', 'SSM', 'STS'];

/** By turns, so that each fallback crosses to another kind of deployer, and everybody may use a tenant's account. Jobs have two providers. */
const mixed = (providers: v.InferOutput<typeof settings>['providers']) => {
  const machines = [
    'sandbox-aws-tenant',
    'sandbox-a',
    'sandbox-aws-eu-central-1',
    'sandbox-b',
    'sandbox-aws-eu-west-1',
  ];
  const order = [...machines, 'sandbox-batch-eu-central-1', 'sandbox-batch-eu-west-1'];
  return providers
    .filter(({ id }) => order.includes(id))
    .map(({ groups: _everybodys, ...one }) => ({ ...one, priority: order.indexOf(one.id) }));
};

const answers = async (address: string): Promise<boolean> => {
  try {
    return (await fetch(address, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
};

/**
 * The first of as many ports that are all free just now. They lie below those that the system gives to connections (RFC
 * 6335 and Linux's own range), which would take them while their process is dead.
 */
const freePorts = async (count: number): Promise<number> => {
  for (;;) {
    const first = randomInt(10_000, 32_000);
    const free = await Promise.all(Array.from({ length: count }, (_, index) => isFree(first + index)));
    if (free.every(Boolean)) return first;
  }
};

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
};

/** By its command line, which names our data: nobody else's engine. */
const killEngine = (home: string): boolean => {
  const engines = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => /^\S*dynoxide --host/.test(commandOf(pid)) && commandOf(pid).includes(home));
  for (const pid of engines) process.kill(Number(pid), 'SIGKILL');
  return engines.length > 0;
};

const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // it ended while we looked
  }
};
