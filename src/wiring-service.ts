/** Environment -> ports for functions that say something about the service itself. It builds on wiring.ts and works like it. */

import { readDashboard } from './adapters/dashboard/files.ts';
import { jsonVariable, optionalVariable } from './adapters/environment/environment.ts';
import { catalog as storedCatalog } from './adapters/files/catalog.ts';
import { loginsSchema } from './http/service/logins.ts';
import { filesBucket, once } from './wiring.ts';

/** The answer of GET /login. */
export const logins = once(() => jsonVariable('LOGINS', 'where users log in', loginsSchema));

/** The templates that the operator offers. */
export const catalog = once(() => storedCatalog(filesBucket()));

/** The files of the dashboard: beside the program, or where the laptop has built them. */
export const dashboard = once(() => readDashboard(optionalVariable('DASHBOARD_FILES')));
