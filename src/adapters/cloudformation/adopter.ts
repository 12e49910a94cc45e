import type { Stack } from '@aws-sdk/client-cloudformation';
import type { Adopter, FoundInfrastructure } from '../../domain/adoption/ports.ts';
import { stackDifferences } from '../../domain/adoption/stack-differences.ts';
import type { Order } from '../../domain/deployers/planner.ts';
import { deploymentOfName } from '../../domain/deployments/record/deployment.ts';
import { NotFoundError, ProviderFailedError } from '../../foundation/errors.ts';
import { parseExactly } from '../../tosca/values/exact-json.ts';
import { instancesOf, machineOf } from './instances.ts';
import { planner, readOrder } from './planner.ts';
import { policy } from './policy.ts';
import type { Session } from './sessions.ts';
import { stackStatus } from './stack-status.ts';
import { describe } from './stacks.ts';
import { templateOf } from './templates.ts';

/**
 * Adoption of stacks (docs/decisions/0083): only of those that an installation of Toscanini has made, as their names and
 * tags say, since with the rights of the installation every stack of the account could be taken. What they were made of is
 * compared with the text of the template; nothing is called that changes anything.
 */
export const stackAdopter = (session: () => Promise<Session>): Adopter => ({
  policy,
  notComparable: ['values that AWS knows later', 'secrets', 'code', 'software', 'what was changed behind the template'],
  isInstallations: true,
  find: async (name) => {
    // the rights of the installation are for stacks of such names only: AWS would refuse to describe another one
    if (deploymentOfName(name) === undefined) return undefined;
    const at = await session();
    const stack = await present(at, name);
    return stack && isOurs(stack) ? found(at, stack) : undefined;
  },
  // the rights of the installation are for all stacks with these tags
  own: async () => {},
});

const present = async (session: Session, name: string): Promise<Stack | undefined> => {
  try {
    return await describe(session, name);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
};

/** The tag says who has it now: after an adoption that is not whom the name says. */
const isOurs = ({ StackName = '', Tags = [], ParentId }: Stack): boolean => {
  const tag = Tags.find(({ Key }) => Key === 'toscanini:stack')?.Value ?? '';
  return ParentId === undefined && [StackName, tag].every((name) => deploymentOfName(name) !== undefined);
};

const found = async (session: Session, stack: Stack): Promise<FoundInfrastructure> => {
  const { StackId: id = '', StackName: name = '', StackStatus = '' } = stack;
  if (stackStatus(StackStatus).state !== 'configured')
    throw new ProviderFailedError(`stack ${name} is ${StackStatus}: only one that is complete can be adopted`);
  const [instances, template] = await Promise.all([instancesOf(session, id), templateOf(session, id)]);
  const machines = instances.map((one) => {
    const { properties: _, ...machine } = machineOf(one, StackStatus, session.region);
    return { ...machine, values: {} };
  });
  return {
    ...{ id, name, isCallers: false, inspection: { is: 'read', machines } },
    differences: (order: Order) => stackDifferences(readOrder(planner.plan(order)).template, parseExactly(template)),
  };
};
