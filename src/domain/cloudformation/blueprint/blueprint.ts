import type { Json } from '../../../tosca/topology.ts';
import type { SecretValues } from '../software/secret-inputs.ts';
import type { Software } from '../software/software.ts';

/** A resource of a template of CloudFormation. */
export interface StackResource {
  readonly Type: string;
  readonly Properties: { readonly [name: string]: Json };
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly DependsOn?: readonly string[];
  readonly Metadata?: Json;
}

/** Resources by logical id. */
export type StackResources = { readonly [logicalId: string]: StackResource };

/** A parameter of the stack. The value is sent with the template. */
export interface StackParameter {
  readonly type: string;
  readonly value: string;
  readonly description: string;
}

/**
 * What each machine of a node becomes. Ids and references hold `resourceHex`, tags hold `resourceId`: both are replaced
 * for each machine.
 */
export interface MachineBlueprint {
  /** the logical id of the instance */
  readonly instance: string;
  readonly resources: StackResources;
  /** what gives the machine's public address */
  readonly publicAddress: Json;
  readonly privateAddress: Json;
  /** the address of each port node that is bound to it */
  readonly portAddresses: { readonly [port: string]: Json };
  /** the id of each volume node that is attached to it; absent: it has none */
  readonly volumeIds?: { readonly [volume: string]: Json };
  /** nodes of which every resource has to be there before */
  readonly after: readonly string[];
  /** who logs in with its key; absent: nobody asks for it */
  readonly user?: string;
}

/** A value that is known only later: a text, a function of CloudFormation, an address of a node's machines, or made of such. */
export type OutputValue =
  /** `isJson`: within a list it is a number, a boolean or the like, and no text */
  | { readonly is: 'text'; readonly text: string; readonly isJson?: true }
  | { readonly is: 'function'; readonly function: Json }
  | { readonly is: 'attribute'; readonly node: string; readonly attribute: string; readonly index?: number }
  | { readonly is: 'joined'; readonly parts: readonly OutputValue[]; readonly separator: string }
  /** the addresses of all machines of a node: their number is known with the machines */
  | { readonly is: 'joinedAll'; readonly of: OutputValue & { readonly is: 'attribute' }; readonly separator: string }
  | { readonly is: 'token'; readonly of: OutputValue; readonly separator: string; readonly index: number }
  | { readonly is: 'list'; readonly items: readonly OutputValue[] };

/**
 * What a topology becomes at a provider: everything but the machines' number and ids, which are known when it is sent.
 * It is made while providers are ranked, and kept beside the ranking as JSON (docs/decisions/0033).
 */
export interface Blueprint {
  readonly description: string;
  readonly parameters: { readonly [name: string]: StackParameter };
  /**
   * resources that are there once, by the node that they belong to; `` for those of the whole deployment. Their properties
   * may hold values that are known only with the machines (later.ts)
   */
  readonly shared: { readonly [node: string]: StackResources };
  readonly machines: { readonly [node: string]: MachineBlueprint };
  /** nodes without machines that come after others: the id of the resource that waits, and the nodes that it waits for */
  readonly waiting?: { readonly [node: string]: { readonly main: string; readonly after: readonly string[] } };
  readonly outputs: readonly {
    readonly name: string;
    readonly value: OutputValue;
    /** true: not for the user, but for operations */
    readonly hidden?: boolean;
  }[];
  /** what runs on the machines; absent: nothing */
  readonly software?: Software;
  /** secret inputs of that; they are never sent to CloudFormation. Absent: none */
  readonly secrets?: SecretValues;
}

/** Stand for a machine's own ids: private characters of Unicode, which no template has a use for. */
export const resourceHex = '\u{E000}';
export const resourceId = '\u{E001}';

/** What a part of the topology becomes, and why it cannot. */
export interface Part {
  readonly reasons: readonly string[];
  /** what the provider does otherwise than the template says, without being wrong */
  readonly warnings: readonly string[];
}

/** A logical id takes only letters and digits: every other character becomes its number. */
export const logicalId = (name: string): string =>
  name.replace(/[^A-Za-z0-9]/g, (character) => `x${character.charCodeAt(0).toString(16)}`);

/**
 * An object with names of a template as keys. It has no prototype, which makes it a hash table from its first key on. V8 makes
 * a new shape of a usual object for each new key, and forgets them all between two templates: that was a tenth of a translation.
 */
export const tableOf = <T>(entries: Iterable<readonly [name: string, value: T]>): { readonly [name: string]: T } => {
  const table: { [name: string]: T } = Object.create(null);
  for (const [name, value] of entries) table[name] = value;
  return table;
};

/** How the description of an output of a stack begins: an output of the template, or a value for operations. */
export const outputOf = 'Output ';
export const attributeFor = 'Attribute ';
/** How it ends where the value is a list, written as JSON. */
export const asJson = ' (JSON)';

export const getAtt = (id: string, attribute: string): Json => ({ 'Fn::GetAtt': [id, attribute] });
