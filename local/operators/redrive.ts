/**
 * `npm run tool redrive`: brings back the notifications that failed too often, whether the service runs or not. `npm run tool redrive
 * -- --stack toscanini-service`: brings back the dead letters of an installation in AWS, with the `aws` command.
 */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openNotifications } from '../events/file-events.ts';
import { homeDirectory } from '../machine/home-directory.ts';
import { wordsOf } from '../machine/laptop-error.ts';
import { aws, invoke } from './aws-command.ts';
import { redriveCloud } from './redrive-cloud.ts';

const onLaptop = (): void => {
  const dataFile = join(resolve(homeDirectory()), 'data', 'notifications.db');
  if (!existsSync(dataFile))
    throw new Error(
      `there are no notifications in ${dataFile}: start the service once, or set TOSCANINI_HOME to its home`,
    );
  const notifications = openNotifications(dataFile);
  const { waiting } = notifications.counts();
  const brought = notifications.redrive();
  notifications.close();
  console.log(`${brought} dead letters were put back into their queue; ${waiting} other notifications are waiting`);
};

const inCloud = async (stack: string): Promise<void> => {
  const { files, events, failures } = await redriveCloud(aws, invoke, stack);
  console.log(
    `about ${files} files go back to their queue; ${events} events were repeated, ${failures.length} failed again`,
  );
  for (const failure of failures) console.error(`failed again and is kept: ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
};

try {
  const { values } = parseArgs({ options: { stack: { type: 'string' } } });
  if (values.stack === undefined) onLaptop();
  else await inCloud(values.stack);
} catch (error) {
  console.error(wordsOf(error));
  process.exitCode = 1;
}
