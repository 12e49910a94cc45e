import type { Toscanini } from '../client/index.ts';
import { CliError } from './cli-error.ts';
import { isEnd, isUuid, typedId } from './deployment-id.ts';

type Listing = Pick<Toscanini, 'schedules'>;

/** The id of the schedule that is meant: a whole one, its end, or a name. CliError when there is none, or more than one. */
export const scheduleId = async (client: Listing, given: string): Promise<string> => {
  const text = typedId(given, 'give the name or the uuid of a schedule, or the end of it');
  if (isUuid(text)) return text;
  const found: string[] = [];
  for await (const { uuid, name } of client.schedules()) if (name === given || isEnd(text, uuid)) found.push(uuid);
  const [one, ...others] = found;
  if (one === undefined)
    throw new CliError('notFound', `there is no schedule ${given}: toscanini schedules list has names and ids`);
  if (others.length === 0) return one;
  throw new CliError(
    'calledWrongly',
    `${found.length} schedules are called ${given}, or end with it: ${found.join(', ')}`,
  );
};
