import { collected, type DeploymentFilter, type DeploymentItem, type Fetch, type Toscanini } from '../client/index.ts';
import { CliError } from './cli-error.ts';
import { connect } from './connection/connect.ts';
import type { CliContext } from './context.ts';

/** Whether a text is a whole id. */
export const isUuid = (text: string): boolean => uuid.test(text);

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** at least the last four digits of one */
const ending = /^[0-9a-f-]{4,}$/;

/** Whether a text names an id by its end. */
export const isEnd = (text: string, id: string): boolean => ending.test(text) && id.endsWith(text);

/** As people see it: the last eight digits, since the first eight are the same for all of one minute (UUIDv7). */
export const shortId = (id: string): string => `…${id.slice(-8)}`;

/** An id as it was typed, in the form of ours. CliError with the `hint` when it is empty. */
export const typedId = (given: string, hint: string): string => {
  const text = given.toLowerCase().replace(/^…/, '');
  // such as that of a variable of a script that is not set: no id must ever mean "the only one"
  if (text.trim() === '') throw new CliError('calledWrongly', `the ID is empty: ${hint}`);
  return text;
};

type Listing = Pick<Toscanini, 'deployments' | 'me'>;

/**
 * The id that is meant: a whole one, its end (with or without `…`), a name, or `@last` for the newest deployment of the
 * caller. What others of the caller's groups have is found where nothing of the caller is meant, but not with `yes`: nobody is asked then, and a
 * script that runs twice would change what a colleague calls the same. CliError when there is none, or more than one.
 */
export const deploymentId = async (
  client: Listing,
  given: string,
  { yes = false }: { readonly yes?: boolean } = {},
): Promise<string> => {
  const text = typedId(given, 'give a name, a uuid, its end, or @last');
  if (isUuid(text)) return text;
  if (text === '@last') return newest(client);
  const own = await idsNamed(client, text, given);
  const [one, ...others] = own.length > 0 || yes ? own : await idsInGroups(client, text, given);
  if (one === undefined)
    throw new CliError(
      'notFound',
      `${yes ? 'you have' : 'there is'} no deployment ${given}: give its name, its uuid, at least the last four digits of it, or @last; toscanini ls lists them${yes ? ', and with --yes one of a colleague is named by its whole uuid' : ''}`,
    );
  if (others.length === 0) return one;
  throw new CliError(
    'calledWrongly',
    `${others.length + 1} deployments are called ${given}, or end with it: ${[one, ...others].join(', ')}`,
  );
};

/** A name may look like the end of an id, such as `2024` or `cafe`: then both are meant, and the user has to choose. */
export const idsNamed = async (
  client: Pick<Toscanini, 'deployments'>,
  text: string,
  given: string,
  among: DeploymentFilter = {},
): Promise<readonly string[]> => {
  const [named, found] = await Promise.all([
    collected(client.deployments({ ...among, name: given })),
    ending.test(text) ? collected(client.deployments({ ...among, q: text })) : [],
  ]);
  const ended = found.filter(({ uuid: id }) => isEnd(text, id));
  return [...new Set([...named, ...ended].map(({ uuid: id }) => id))];
};

/** The list without a group has only one's own. */
const idsInGroups = async (client: Listing, text: string, given: string): Promise<readonly string[]> => {
  const { groups = [] } = await client.me();
  const found = await Promise.all(groups.map((userGroup) => idsNamed(client, text, given, { userGroup })));
  return [...new Set(found.flat())];
};

const newest = async (client: Pick<Toscanini, 'deployments'>): Promise<string> => {
  for await (const { uuid: id } of client.deployments({ createdBy: 'me' })) return id;
  throw new CliError('notFound', 'you have no deployment yet; toscanini deploy FILE makes one');
};

/** More are not proposed to a shell. */
const mostProposed = 100;
/** milliseconds: nobody waits longer for a proposal */
const patience = 2_000;

/** A name that a shell takes as one word, and this command not as a flag. */
const plainName = /^\w[\w.-]*$/;

/** What a shell proposes for an id: names that need no quotes and that only one deployment has, else the ends of the ids. */
async function proposed(this: CliContext, partial: string): Promise<readonly string[]> {
  const signal = AbortSignal.timeout(patience);
  const quick: Fetch = (url, init) => (this.fetch ?? fetch)(url, { ...init, signal });
  const found: DeploymentItem[] = [];
  try {
    const client = await connect({ ...this, fetch: quick }, this.connection ?? {}, { tries: 1 });
    for await (const one of client.deployments()) if (found.push(one) === mostProposed) break;
  } catch {
    // a shell that completes a word can show no error
  }
  return ['@last', ...proposals(found)].filter((word) => word.startsWith(partial));
}

/** A word for each deployment. */
export const proposals = (found: readonly Pick<DeploymentItem, 'uuid' | 'name'>[]): readonly string[] => {
  const named = Map.groupBy(found, ({ name }) => name);
  return found.map(({ uuid, name = '' }) =>
    plainName.test(name) && named.get(name)?.length === 1 ? name : uuid.slice(-8),
  );
};

export const idArgument = {
  brief: 'its name, its uuid, the end of it, or @last',
  parse: String,
  placeholder: 'ID',
  proposeCompletions: proposed,
} as const;
