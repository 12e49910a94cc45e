import type { Json } from '../../tosca/topology.ts';
import type { InfrastructureStatus, VirtualMachine } from './machines.ts';

/** The result of polling an infrastructure that is being made. */
export type Verdict =
  | { readonly is: 'ready' }
  /** `log`: the provider's log so far, to be quoted if the attempt ends. `isDue`: `configure` is to do what is next */
  | { readonly is: 'waiting'; readonly why: string; readonly log?: string; readonly isDue?: true }
  /**
   * `blame`: the provider did its part, and what was to run there failed, as it would anywhere else. `passing`: the reason
   * passes by itself, and this provider is tried once more
   */
  | {
      readonly is: 'failed';
      readonly why: string;
      readonly log?: string;
      readonly blame?: 'work';
      readonly passing?: true;
    };

export type Ability = 'start' | 'stop' | 'update';

/** What the lifecycle knows of the time: outages do not count. */
export interface Timing {
  /** nothing has changed for `launchMins` */
  readonly launchTimeIsUp: boolean;
  /** `isStuck` said so */
  readonly stuck?: boolean;
  /** `hasEverything` was true, or `settlingSeconds` have passed since the infrastructure was first `configured` */
  readonly settled: boolean;
  /** names of the machines' nodes, by the machines' ids; absent: they are not known */
  readonly nodes?: ReadonlyMap<string, string>;
}

/**
 * How a deployer's answers are read, and the times that follow from how it works (docs/decisions/0029). It makes no calls.
 * Times that are promised to users are in deployments/record/deadlines.ts.
 */
export interface Policy {
  judge(status: InfrastructureStatus, timing: Timing): Verdict;
  /** whether everything is there that a later poll could bring */
  hasEverything(outputs: { readonly [name: string]: Json }, machines: readonly VirtualMachine[]): boolean;
  /** true: its engine compares what stands by itself, so `inspect` takes minutes; absent: it is read at once */
  readonly comparesByItself?: true;
  /** what this deployer can never do with an infrastructure; the service refuses a request for it */
  readonly cannot: readonly Ability[];
  /**
   * The machines as resources without one take them: in this order, each with the name of its node template. A machine of
   * no known node keeps the name that it has. `resources` are all of the deployment.
   */
  arrange(
    machines: readonly VirtualMachine[],
    resources: readonly { readonly toscaNodeName: string; readonly toscaTypes: readonly string[] }[],
  ): readonly VirtualMachine[];
  /**
   * What a machine lacks after `alter`, by what its provider reports of it: an answer alone is no proof. `wanted` are the
   * values of its node by path, `altered` the paths that were changed. Empty: nothing is known to be missing.
   */
  shortfall(
    machine: Pick<VirtualMachine, 'properties'>,
    wanted: { readonly [path: string]: Json },
    altered: readonly string[],
  ): readonly string[];
  /** a provider that answers, has launched nothing, and has changed nothing for this long has failed */
  readonly launchMins: number;
  /**
   * Whether nobody works any more on these machines, which are all that are pending; absent: the deployer always says
   * when it gave up. It is asked when nothing has changed for `stuckMins`.
   */
  isStuck?(pending: readonly VirtualMachine[]): boolean;
  readonly stuckMins?: number;
  /** how long `configured` may still turn into `unconfigured` after it was first seen */
  readonly settlingSeconds: number;
  /** how long a create call waits for its answer; the deployer then interrupts it */
  readonly createSeconds: number;
  /**
   * true: `create` finishes what an earlier call with the same order has begun, so it is repeated, and `find` is not asked
   */
  readonly createResumes?: true;
  /** how long an interrupted create call may still take effect; 0: a repeat is harmless at once */
  readonly lostCreateSeconds: number;
  /** the same for an update, or for altering a machine, whose answer was lost */
  readonly lostUpdateSeconds: number;
  /** an infrastructure that has still its former state this long after a destroy call is not being destroyed */
  readonly destroyGraceSeconds: number;
  /** time between two answers that an infrastructure is gone, before they are believed */
  readonly goneSeconds: number;
  /** the same for one that was asked to go: the answers are expected, and a sweep looks for what comes back (0023) */
  readonly destroyedSeconds: number;
}
