/** The stacks of the sandbox's AWS, as it says itself. */

import { accounts } from '../../local/sandbox/aws/world/world.ts';

const [, tenant] = accounts;

export interface HeldStack {
  /** the id of the provider */
  readonly cloud: string;
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly machines: readonly { readonly id: string; readonly node: string }[];
}

interface Place {
  readonly account: string;
  readonly region: string;
  readonly stacks: readonly { readonly id: string; readonly name: string; readonly status: string }[];
  readonly things: readonly Thing[];
}

interface Thing {
  readonly id: string;
  readonly type: string;
  readonly stackId?: string;
  readonly tags: { readonly [key: string]: string };
}

/** Things that outlive their stack are held by nobody: each counts as a stack. */
export const stacksAt = async (awsUrl: string, ask: typeof fetch = fetch): Promise<readonly HeldStack[]> => {
  const { places } = (await (await ask(`${awsUrl}/_sandbox/aws`)).json()) as { places: readonly Place[] };
  return places.flatMap(({ account, region, stacks, things }) => {
    const cloud = account === tenant ? 'sandbox-aws-tenant' : `sandbox-aws-${region}`;
    const standing = stacks.filter(({ status }) => status !== 'DELETE_COMPLETE');
    const known = new Set(standing.map(({ id }) => id));
    const strays = things.filter(({ stackId = '' }) => !known.has(stackId));
    return [
      ...standing.map(({ id, name, status }) => ({ cloud, id, name, state: status, machines: machinesOf(id, things) })),
      ...strays.map(({ type, stackId = 'no stack' }) => ({
        ...{ cloud, id: stackId, name: `${type} of ${stackId}`, state: 'left over', machines: [] },
      })),
    ];
  });
};

const machinesOf = (stack: string, things: readonly Thing[]): HeldStack['machines'] =>
  things
    .filter(({ stackId, type }) => stackId === stack && type === 'AWS::EC2::Instance')
    .map(({ id, tags }) => ({ id, node: tags['toscanini:node'] ?? '' }));
