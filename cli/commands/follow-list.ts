import type { DeploymentItem } from '../../client/index.ts';
import type { CliContext } from '../context.ts';
import { repeated } from '../repeated.ts';
import { region } from '../screen/region.ts';

export interface FollowedList {
  /** the list as it is now; `onLost` is called when the service does not answer: it is asked again */
  read(onLost?: (error: Error) => void): Promise<readonly DeploymentItem[]>;
  /** the list as people see it */
  table(found: readonly DeploymentItem[]): readonly string[];
  /** one deployment in a pipe */
  line(one: DeploymentItem): string;
  /** one that is in the list no more: it is deleted, has another state than the list has, or makes room for newer ones */
  gone(one: DeploymentItem): string | undefined;
}

/**
 * Shows a list again and again, until Ctrl-C. A terminal shows it in place; in a pipe each deployment gets a line when it is
 * new, when it has changed and when it leaves the list.
 */
export const followList = async (cli: CliContext, followed: FollowedList): Promise<void> => {
  const { show, lose } = cli.screen.live ? inPlace(cli, followed) : lineByLine(cli, followed);
  await repeated(cli, async () => {
    show(await followed.read(lose));
    return 'more';
  });
  cli.endAs('interrupted');
};

const inPlace = ({ screen }: CliContext, { table }: FollowedList) => {
  const shown = region(screen);
  let last: readonly string[] = [];
  return {
    show: (found: readonly DeploymentItem[]): void => {
      last = table(found);
      shown.show(last);
    },
    // above the list, since a long one has no place below it
    lose: ({ message }: Error): void => shown.show([`! ${message}; asking again`, ...last]),
  };
};

const lineByLine = ({ screen }: CliContext, { line, gone }: FollowedList) => {
  let known: ReadonlyMap<string, DeploymentItem> = new Map();
  const show = (found: readonly DeploymentItem[]): void => {
    const now = new Map(found.map((one) => [one.uuid, one]));
    const left = [...known.values()].filter(({ uuid }) => !now.has(uuid)).flatMap((one) => gone(one) ?? []);
    const changed = found.filter((one) => known.get(one.uuid)?.status !== one.status);
    for (const text of [...left, ...changed.toReversed().map(line)]) screen.write(`${text}\n`);
    known = now;
  };
  return { show, lose: undefined };
};
