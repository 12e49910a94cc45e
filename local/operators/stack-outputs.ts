import * as v from 'valibot';
import { LaptopError } from '../machine/laptop-error.ts';
import type { Aws } from './aws.ts';

const described = v.object({
  Stacks: v.tuple([v.object({ Outputs: v.array(v.object({ OutputKey: v.string(), OutputValue: v.string() })) })]),
});

/** An output of a stack in AWS. Throws LaptopError when the stack has no output with that name. */
export const outputOf = async (
  aws: Aws,
  stack: string,
  key: string,
  advice = 'name the stack of the service, such as toscanini-service',
): Promise<string> => {
  const answer = await aws(['cloudformation', 'describe-stacks', '--stack-name', stack]);
  const [{ Outputs }] = v.parse(described, answer).Stacks;
  const found = Outputs.find(({ OutputKey }) => OutputKey === key);
  if (found) return found.OutputValue;
  throw new LaptopError(`stack ${stack} has no output ${key}: ${advice}`);
};
