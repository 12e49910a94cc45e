/** A machine of a stack, as far as software needs to know it. */
export interface SoftwareMachine {
  readonly id: string;
  readonly node: string;
  readonly resourceId: string;
  readonly privateAddress: string;
  /** empty: it has none */
  readonly publicAddress: string;
  readonly launchedAt: string;
  /** false: it is stopped, and nothing is asked of it */
  readonly runs: boolean;
}

/** A command that a machine was sent. */
export interface Run {
  readonly id: string;
  /** of the step with its inputs, see operation-command.ts */
  readonly digest: string;
  readonly is: 'running' | 'done' | 'failed';
  readonly sentAt: string;
  /** what became of it, in the words of the deployer */
  readonly said: string;
}

export interface Command {
  /** tells what the command is for, and by it it is found again */
  readonly comment: string;
  readonly script: string;
  readonly seconds: number;
}

/** What the deployer can do with machines. */
export interface MachineCalls {
  /** all commands of this machine that are steps of software, the latest first */
  runsOf(machineId: string): Promise<readonly Run[]>;
  /** what a command that is done printed for us, by name */
  outputsOf(machineId: string, runId: string): Promise<{ readonly [name: string]: string }>;
  /** those of these machines that take commands now */
  listening(machineIds: readonly string[]): Promise<ReadonlySet<string>>;
  send(machineId: string, command: Command): Promise<void>;
  /** Ends a command that runs; no error if it is over. */
  cancel(machineId: string, runId: string): Promise<void>;
  /** the private key of the deployment's machines, if they have one */
  privateKey(): Promise<string>;
}

/** In the order of their launch, so that a new machine does not change the place of the others. */
export const machinesOf = (machines: readonly SoftwareMachine[], node: string): readonly SoftwareMachine[] =>
  machines
    .filter((one) => one.node === node)
    .toSorted((a, b) => compare(a.launchedAt, b.launchedAt) || compare(a.resourceId, b.resourceId));

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
