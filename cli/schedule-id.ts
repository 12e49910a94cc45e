import type { Toscanini } from '../client/index.ts';
import { CliError } from './cli-error.ts';
import { isUuid, typedId } from './deployment-id.ts';

type Listing = Pick<Toscanini, 'schedules'>;

/** The id of the schedule that is meant: a whole one or its end. CliError when there is none, or more than one. */
export const scheduleId = async (client: Listing, given: string): Promise<string> => {
  const text = typedId(given, 'give the uuid of a schedule, or its end');
  if (isUuid(text)) return text;
  const found: string[] = [];
  for await (const { uuid } of client.schedules()) if (uuid.endsWith(text)) found.push(uuid);
  const [one, ...others] = found;
  if (one === undefined)
    throw new CliError('notFound', `there is no schedule ${given}: toscanini schedules list has the ids`);
  if (others.length === 0) return one;
  throw new CliError('calledWrongly', `${found.length} schedules end with ${given}: ${found.join(', ')}`);
};
