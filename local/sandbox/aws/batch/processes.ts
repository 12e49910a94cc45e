/**
 * The commands of jobs. Each really runs on this machine, as its user, as a process in a scratch folder: there is no
 * container, and the image is not used. So a command finds the programs of this machine, and the first line of its log
 * says so.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pathWithPrograms } from '../world/machine-programs.ts';

export interface Container {
  /** unique; names its folder and its log */
  readonly stream: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly environment: { readonly [name: string]: string };
}

/** Runs the commands of jobs. */
export interface JobRunner {
  /** `ended` gets the exit code; 137 of a process that was killed. */
  start(container: Container, ended: (code: number) => void): void;
  isRunning(stream: string): boolean;
  /** Its children too. */
  kill(stream: string): void;
  /** Undefined: nothing has been written. */
  log(stream: string): readonly string[] | undefined;
  /** All that run now have ended. */
  idle(): Promise<void>;
  reset(): void;
  stop(): Promise<void>;
}

/** Programs that images for AWS have, such as `aws`. */
const programs = join(import.meta.dirname, 'programs');

/** Those programs are TypeScript, which the first Node of the path may be too old for. */
const ownNode = dirname(process.execPath);

/** As much of an output as is kept. */
const mostKept = 10 * 1024 * 1024;

export class JobProcesses implements JobRunner {
  readonly #folder: string;
  readonly #isOwn: boolean;
  readonly #running = new Map<string, ChildProcess>();

  constructor(directory: string | undefined) {
    this.#isOwn = directory === undefined;
    this.#folder = directory ? join(directory, 'jobs') : mkdtempSync(join(tmpdir(), 'toscanini-jobs-'));
  }

  start(container: Container, ended: (code: number) => void): void {
    const { stream, image, command, environment } = container;
    const folder = join(this.#folder, stream.replaceAll('/', '-'));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#write(stream, `sandbox: a process in a scratch folder of this machine, without the container of ${image}\n`);
    const [program = '/bin/true', ...args] = command;
    const child = spawn(program, args, {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: pathWithPrograms(
          join(this.#folder, '.programs'),
          [programs, ownNode, process.env['PATH'] ?? '/usr/bin:/bin'].join(delimiter),
        ),
        HOME: folder,
        TMPDIR: folder,
        LANG: 'C.UTF-8',
        ...environment,
      },
    });
    this.#running.set(stream, child);
    for (const output of [child.stdout, child.stderr]) output?.on('data', (more: Buffer) => this.#write(stream, more));
    let cause: Error | undefined;
    child.once('error', (error) => {
      cause = error;
      this.#write(stream, `${error.message}\n`);
      if (child.pid === undefined) this.#close(stream, 127, ended);
    });
    child.once('close', (code) => {
      if (cause === undefined || child.pid !== undefined) this.#close(stream, code ?? 137, ended);
    });
  }

  isRunning(stream: string): boolean {
    return this.#running.has(stream);
  }

  /** It leads a group of processes. */
  kill(stream: string): void {
    const child = this.#running.get(stream);
    if (child?.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL');
  }

  log(stream: string): readonly string[] | undefined {
    const file = this.#file(stream);
    if (!existsSync(file)) return undefined;
    const text = readFileSync(file, 'utf8');
    return text.split('\n').slice(0, -1);
  }

  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(closed));
  }

  reset(): void {
    for (const stream of this.#running.keys()) this.kill(stream);
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(this.#folder, { recursive: true });
  }

  async stop(): Promise<void> {
    const ending = [...this.#running.values()].map(closed);
    for (const stream of this.#running.keys()) this.kill(stream);
    await Promise.all(ending);
    if (this.#isOwn) rmSync(this.#folder, { recursive: true, force: true });
  }

  #close(stream: string, code: number, ended: (code: number) => void): void {
    const file = this.#file(stream);
    if (existsSync(file) && !readFileSync(file, 'utf8').endsWith('\n')) this.#write(stream, '\n');
    this.#running.delete(stream);
    ended(code);
  }

  #write(stream: string, text: string | Buffer): void {
    const file = this.#file(stream);
    const kept = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (kept < mostKept) appendFileSync(file, text, { mode: 0o600 });
  }

  #file(stream: string): string {
    mkdirSync(this.#folder, { recursive: true });
    return join(this.#folder, `${stream.replaceAll('/', '-')}.log`);
  }
}

const closed = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.once('close', resolve));
