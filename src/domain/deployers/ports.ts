import type { Json } from '../../tosca/topology.ts';
import type { CallsOrder, SeenCalls } from '../runs/calls.ts';
import type { Inspection, InspectOptions } from './inspection.ts';
import type { KeptPart } from './kept.ts';
import type { ProviderLog } from './log.ts';
import type { InfrastructureStatus, NodeProgress, VirtualMachine } from './machines.ts';
import type { Submission } from './planner.ts';
import type { Policy } from './policy.ts';
import type { PlannedRevert } from './revert.ts';

/** How far the machines of an infrastructure are set up. */
export type Configuration =
  | { readonly is: 'done' }
  | { readonly is: 'running'; readonly what: string }
  /** `blame`: as in a status */
  | { readonly is: 'failed'; readonly why: string; readonly blame?: 'work' };

/**
 * An engine in front of one provider, whose credentials it sends with every call (docs/decisions/0029). Errors:
 * ProviderFailedError (refused), ProviderUnavailableError (unreachable, 5xx, interrupted, our credentials refused),
 * NotReadyError (409 while adding), NotFoundError (the infrastructure is not there; gone.ts says when to believe it).
 */
export interface Deployer {
  readonly policy: Policy;
  /** Asks for an infrastructure without waiting for it; returns its id. Not idempotent: see `find`. */
  create(submission: Submission): Promise<string>;
  /**
   * The id of the infrastructure with the name of this order, if any: used when the answer of `create` was lost.
   */
  find(name: string): Promise<string | undefined>;
  /** ids of all infrastructures that the credentials in use may see */
  list(): Promise<readonly string[]>;
  /** id -> name of these infrastructures; those without a name, or gone, are left out */
  names(infrastructureIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  status(infrastructureId: string): Promise<InfrastructureStatus>;
  virtualMachines(infrastructureId: string, vmIds: readonly string[]): Promise<readonly VirtualMachine[]>;
  /** How far it is with everything but machines that stand; empty: the engine shows only machines. */
  nodes(infrastructureId: string): Promise<readonly NodeProgress[]>;
  /**
   * Does what is next on machines that stand, such as an operation of their software, and says how far it is. The
   * infrastructure is ready only when this is done. Or does what a status called due. A repeat is harmless, and so is a process that dies in between.
   * `since`: when the attempt or the update began; what failed before is tried again. A deployer whose engine does all
   * by itself is always done. `blueprint`: as in the order, read when it is needed.
   */
  configure(
    infrastructureId: string,
    options: { readonly since: string; readonly blueprint?: () => Promise<string | undefined> },
  ): Promise<Configuration>;
  outputs(infrastructureId: string): Promise<{ readonly [name: string]: Json }>;
  /** `since`, an ISO 8601 instant: what users had run on what stands before it is left out; absent: nothing is */
  log(infrastructureId: string, since?: string): Promise<ProviderLog>;
  /**
   * Makes of the infrastructure what was planned with `updateEdits`. Lasts until the cloud has answered; a repeat is
   * harmless once nothing is being added.
   */
  update(
    infrastructureId: string,
    submission: Submission,
    options?: {
      /** false: software runs on no machine, where the engine leaves that to `reconfigure`; default true */
      readonly configure: boolean;
    },
  ): Promise<void>;
  /**
   * Runs the software of these machines, and of no others. A repeat begins it anew. Absent: the engine makes no machine
   * without its software.
   */
  reconfigure?(infrastructureId: string, vmIds: readonly string[]): Promise<void>;
  /**
   * Alters one existing VM to what was planned for its node: its size, or further disks. Returns the VM after the
   * cloud has done it; a repeat is harmless. ProviderFailedError if the cloud cannot do that; NotReadyError when the VM
   * is not there (any more).
   */
  alter(infrastructureId: string, vmId: string, submission: Submission): Promise<VirtualMachine>;
  /**
   * Says which VMs an update does not want, before it and whenever one of them is still there afterwards. A deployer whose
   * `update` keeps what the order leaves out removes them here, all or none, and waits for the cloud; one whose `update`
   * removes them does nothing. NotReadyError when one of them is not there (any more): read again.
   */
  release(infrastructureId: string, vmIds: readonly string[]): Promise<void>;
  /** Starts or stops one VM, without waiting for the result; NotFoundError when it is not there. */
  operate(infrastructureId: string, vmId: string, action: 'start' | 'stop'): Promise<void>;
  /**
   * Asks for destruction; no error if already gone. `wait`: waits until the cloud has answered, since only then the
   * reason of a refusal is known (ProviderFailedError). `force`: gives up what the cloud refuses to remove, and logs it;
   * a deployer that cannot do that ignores it.
   */
  destroy(infrastructureId: string, options?: { readonly wait: boolean; readonly force?: boolean }): Promise<void>;
  /** What stays of an infrastructure that is gone, as its template asked; empty: nothing is known of it. Absent: the engine keeps nothing. */
  kept?(infrastructureId: string): Promise<readonly KeptPart[]>;
  /**
   * Removes what lies beside an infrastructure and was not removed with it, as a process died in between. Does nothing
   * while the infrastructure exists. Absent: nothing lies beside.
   */
  removeRemains?(infrastructureId: string): Promise<void>;
  /**
   * Looks at what stands, without changing it. Absent: nothing stands once the work is done. Errors as above; NotFoundError
   * is believed by a second look only.
   */
  inspect?(infrastructureId: string, look: InspectOptions): Promise<Inspection>;
  /**
   * What the engine would do to set back all that somebody else has changed, and make again what is gone. `token`: of the
   * operation, which has one plan. undefined: it is still being worked out. Absent, with the next two: the engine cannot.
   */
  planReverts?(infrastructureId: string, token: string): Promise<readonly PlannedRevert[] | undefined>;
  /** Begins to do what was planned; a repeat is harmless. ProviderFailedError when something else came between. */
  carryOutReverts?(infrastructureId: string, token: string): Promise<void>;
  /** Forgets a plan; no error if there is none. */
  dropReverts?(infrastructureId: string, token: string): Promise<void>;
  /**
   * Looks at the operations that somebody has called on what stands, and sends those that are due by what it saw. A repeat is
   * harmless: each call runs once on each machine, wherever the process dies. Absent: the engine runs no single operation.
   */
  runCalls?(infrastructureId: string, order: CallsOrder): Promise<SeenCalls>;
  /** what `inspect` cannot compare here, as GET …/checks says; absent: there is no `inspect` */
  readonly notComparable?: readonly string[];
}

/**
 * The deployer of a provider. Reads nothing and never fails: an unknown provider makes the first call fail.
 */
export type DeployerOf = (providerId: string) => Deployer;
