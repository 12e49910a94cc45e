import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { end } from '../processes.ts';
import { machineTime } from './machine-time.ts';

const root = join(import.meta.dirname, '../../..');

export interface ProcessOptions {
  readonly name: string;
  /** arguments of Node */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** takes all that it says, over all its lives */
  readonly logFile: string;
  /** whether it takes requests */
  ready(): Promise<boolean>;
}

/** A process that is started again whenever it ends, until it is stopped. */
export interface MortalProcess {
  /** false from its death until it takes requests again */
  isUp(): boolean;
  pid(): number | undefined;
  /** how often it ended without being killed by us */
  ownEnds(): number;
  /** when we killed it, in milliseconds since 1970 */
  kills(): readonly number[];
  /** SIGKILL, and back when it takes requests again. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** of a process that gets a processor whenever it can use one */
const timeoutSeconds = 90;

export const startMortal = async (options: ProcessOptions): Promise<MortalProcess> => {
  const state = { child: launch(options), up: false, stopping: false, killing: false, ownEnds: 0 };
  const kills: number[] = [];
  const raise = async (): Promise<void> => {
    await untilReady(options, state.child);
    state.up = true;
    void watch(state.child);
  };
  const revive = async (): Promise<void> => {
    state.child = launch(options);
    await raise();
  };
  const watch = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    state.up = false;
    if (state.stopping || state.killing) return;
    state.ownEnds += 1;
    await revive();
  };
  await raise();
  return {
    isUp: () => state.up,
    pid: () => state.child.pid,
    ownEnds: () => state.ownEnds,
    kills: () => kills,
    kill: async () => {
      if (!state.up) return;
      state.killing = true;
      kills.push(Date.now());
      state.up = false;
      const ended = once(state.child, 'exit');
      state.child.kill('SIGKILL');
      await ended;
      state.killing = false;
      await revive();
    },
    stop: async () => {
      state.stopping = true;
      await end(state.child);
    },
  };
};

const launch = ({ args, env, logFile }: ProcessOptions): ChildProcess => {
  const log = openSync(logFile, 'a');
  // the channel tells it that we have died
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', log, log, 'ipc'] });
  closeSync(log);
  return child;
};

const untilReady = async ({ name, ready, logFile }: ProcessOptions, child: ChildProcess): Promise<void> => {
  const time = machineTime(() => [child.pid, process.pid]);
  try {
    while (!(await ready())) {
      const ended = child.exitCode !== null || child.signalCode !== null;
      if (ended || time.now() > timeoutSeconds * 1000)
        throw new Error(`${name} ${ended ? 'ended' : 'was not ready'} as it was started; see ${logFile}`);
      await sleep(100);
    }
  } finally {
    time.stop();
  }
};
