import { ProviderUnavailableError } from '../../foundation/errors.ts';
import type { InfrastructureState } from './machines.ts';

/** The provider was asked to compare what stands, and its answer was lost: it may be comparing, under an id that nobody has. */
export class ComparisonUnansweredError extends ProviderUnavailableError {}

/** The provider compares already, under an id that nobody here has: for somebody else, or since an answer was lost. It begins no second one. */
export class ComparisonRunningError extends ProviderUnavailableError {}

/** What a deployer has seen of an infrastructure that stands. Reading it changes nothing (docs/decisions/0079). */
export type Inspection =
  /** the engine compares by itself, which takes minutes: ask again with `comparison` */
  | { readonly is: 'comparing'; readonly comparison: string }
  | {
      readonly is: 'read';
      readonly machines: readonly InspectedMachine[];
      /** all other parts that are not as they were asked for, or could not be compared; absent: the engine shows none */
      readonly parts?: readonly InspectedPart[];
      /** false: the engine did not reach the cloud, so a machine of unknown state may stand; absent: it did, or does not say */
      readonly cloudAnswers?: boolean;
      /** the cloud gave no answer at all, so not a refusal either; absent: it did, or nobody knows */
      readonly cloudIsSilent?: true;
    };

export interface InspectedMachine {
  readonly id: string;
  /** name of the node template */
  readonly node: string;
  /** id of the resource that it was made for; absent: the deployer cannot tell */
  readonly resourceId?: string;
  /** what names the machine at every cloud: its kind of cloud, address and id there; absent: the deployer cannot tell */
  readonly cloudId?: string;
  /** address of its cloud, without a port; absent: the deployer does not tell, or the cloud has none */
  readonly cloudServer?: string;
  /** `gone`: the provider says so; `silent`: nothing was heard of it, which a second look explains */
  readonly state: InfrastructureState | 'gone' | 'silent';
  /** what may be compared with what was noted of it before, by the keys of `VirtualMachine.properties` */
  readonly values: { readonly [key: string]: string | number };
}

/** A part of the infrastructure, as the engine compared it with its template. */
export interface InspectedPart {
  /** name of the node template; absent: the part belongs to no single node, and `id` names it */
  readonly node?: string;
  /** the engine's name of the part, such as `WebVolume (AWS::EC2::Volume)` */
  readonly id: string;
  /** the provider's id; the resource with it is this part */
  readonly physicalId?: string;
  readonly is: 'changed' | 'missing' | 'not-checked' | 'not-comparable';
  readonly why?: string;
  readonly properties?: readonly InspectedProperty[];
}

export interface InspectedProperty {
  readonly property: string;
  /** absent: the template did not set it */
  readonly old?: string;
  /** absent: it is gone */
  readonly new?: string;
  /** why the difference is no drift; absent: it is one */
  readonly ignored?: string;
}

/** How a deployer that compares by itself is asked again. */
export interface InspectOptions {
  /** the comparison that an earlier look began */
  readonly comparison?: string | undefined;
  /** the engine has told that the comparison is done */
  readonly isDone?: boolean | undefined;
}
