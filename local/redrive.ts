/** `npm run redrive`: brings the notifications back that failed too often, whether the service runs or not. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openNotifications } from './file-events.ts';
import { homeDirectory } from './running.ts';

const dataFile = join(resolve(homeDirectory()), 'data', 'notifications.db');
if (existsSync(dataFile)) {
  const notifications = openNotifications(dataFile);
  const { waiting } = notifications.counts();
  const brought = notifications.redrive();
  notifications.close();
  console.log(`${brought} dead letters were brought back; ${waiting} notifications were waiting beside them`);
} else {
  console.error(`there are no notifications in ${dataFile}: start the service once, or set TOSCANINI_HOME to its home`);
  process.exitCode = 1;
}
