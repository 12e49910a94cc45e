/** Scripts that are sent to machines. They really run on this machine, as its user, in a folder of their own for each machine. */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathWithPrograms } from './machine-programs.ts';

/** Where the machine's own metadata are (metadata.ts): AWS_EC2_METADATA_SERVICE_ENDPOINT of its scripts. */
const metadataOf = (url: string, machineId: string): string => `${url}/_sandbox/aws/machines/${machineId}`;

export interface Run {
  readonly commandId: string;
  readonly instanceId: string;
  readonly account: string;
  readonly region: string;
  readonly document: string;
  readonly comment: string;
  readonly sentAt: number;
  status: 'InProgress' | 'Success' | 'Failed' | 'TimedOut' | 'Cancelled';
  endedAt?: number;
  code: number;
  stdout: string;
  stderr: string;
}

export interface Script {
  readonly account: string;
  readonly region: string;
  readonly instanceId: string;
  readonly document: string;
  readonly comment: string;
  readonly lines: readonly string[];
  readonly seconds: number;
}

/** Where software of this project keeps its notes on a machine; here it is within the machine's folder. */
const notes = /\/var\/lib\/toscanini/g;

/** As much as is kept of each stream: more than any answer shows. */
const mostKept = 1_048_576;

interface Running {
  readonly child: ChildProcess;
  readonly closed: Promise<unknown>;
}

export class Commands {
  readonly #now: () => number;
  readonly #folder: string;
  readonly #isOwn: boolean;
  #url = '';
  #runs: Run[] = [];
  readonly #processes = new Map<Run, Running>();

  constructor(now: () => number, directory: string | undefined) {
    this.#now = now;
    this.#isOwn = directory === undefined;
    this.#folder = directory ? join(directory, 'machines') : mkdtempSync(join(tmpdir(), 'toscanini-sandbox-'));
  }

  find(commandId: string, instanceId: string): Run | undefined {
    return this.#runs.find((one) => one.commandId === commandId && one.instanceId === instanceId);
  }

  all(): readonly Run[] {
    return this.#runs;
  }

  of(commandId: string): readonly Run[] {
    return this.#runs.filter((one) => one.commandId === commandId);
  }

  /** One command, on each of its machines. */
  send(scripts: readonly Script[]): string {
    const commandId = randomUUID();
    for (const script of scripts) this.#start(commandId, script);
    return commandId;
  }

  cancel(commandId: string): void {
    for (const run of this.of(commandId)) this.#end(run, 'Cancelled');
  }

  /** Scripts find the metadata service and Systems Manager where the variables of every SDK of AWS lead them. */
  serveFrom(url: string): void {
    this.#url = url;
  }

  /** Ends what runs, and forgets all that ran. */
  reset(): void {
    for (const run of this.#processes.keys()) this.#end(run, 'Cancelled');
    this.#runs = [];
  }

  /** All that run now have ended. */
  async idle(): Promise<void> {
    await Promise.all([...this.#processes.values()].map(({ closed }) => closed));
  }

  /** Ends what runs. Folders stay only where the sandbox keeps its data. */
  async stop(): Promise<void> {
    const ending = [...this.#processes].map(([run, { closed }]) => {
      this.#end(run, 'Cancelled');
      return closed;
    });
    await Promise.all(ending);
    if (this.#isOwn) rmSync(this.#folder, { recursive: true, force: true });
  }

  #start(commandId: string, { account, region, instanceId, document, comment, lines, seconds }: Script): void {
    const folder = join(this.#folder, instanceId);
    // scripts may hold secrets
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${commandId}.sh`);
    const text = lines.join('\n').replace(notes, join(folder, 'var/lib/toscanini'));
    writeFileSync(file, `${text}\n`, { mode: 0o700 });
    const run: Run = {
      commandId,
      instanceId,
      account,
      region,
      document,
      comment,
      sentAt: this.#now(),
      status: 'InProgress',
      code: -1,
      stdout: '',
      stderr: '',
    };
    this.#runs.push(run);
    // `sh -c FILE` is what the agent does: a first line `#!/bin/bash` chooses another shell
    const child = spawn('sh', ['-c', file], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: pathWithPrograms(join(this.#folder, '.programs'), process.env['PATH'] ?? '/usr/bin:/bin'),
        ...{ HOME: folder, LANG: 'C.UTF-8' },
        AWS_EC2_METADATA_SERVICE_ENDPOINT: metadataOf(this.#url, instanceId),
        AWS_ENDPOINT_URL_SSM: this.#url,
      },
    });
    this.#processes.set(run, { child, closed: new Promise((resolve) => child.once('close', resolve)) });
    child.once('close', () => rmSync(file, { force: true }));
    this.#follow(run, child, seconds);
  }

  #follow(run: Run, child: ChildProcess, seconds: number): void {
    const limit = setTimeout(() => this.#end(run, 'TimedOut'), seconds * 1000);
    limit.unref();
    const kept = (text: string, more: Buffer): string => (text + more.toString()).slice(0, mostKept);
    child.stdout?.on('data', (more: Buffer) => {
      run.stdout = kept(run.stdout, more);
    });
    child.stderr?.on('data', (more: Buffer) => {
      run.stderr = kept(run.stderr, more);
    });
    child.once('error', (cause) => {
      run.stderr += cause.message;
    });
    child.once('close', (code) => {
      clearTimeout(limit);
      this.#processes.delete(run);
      run.endedAt = this.#now();
      run.code = code ?? -1;
      if (run.status === 'InProgress') run.status = code === 0 ? 'Success' : 'Failed';
    });
  }

  #end(run: Run, status: 'TimedOut' | 'Cancelled'): void {
    const child = this.#processes.get(run)?.child;
    if (!child?.pid) return;
    run.status = status;
    // its children too: it leads a group of processes
    process.kill(-child.pid, 'SIGKILL');
  }
}
