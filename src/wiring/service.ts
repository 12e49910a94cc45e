/** What the service says about itself. */

import { readDashboard } from '../adapters/dashboard/files.ts';
import { jsonVariable, optionalVariable } from '../adapters/environment/environment.ts';
import { loginsSchema } from '../http/service/logins.ts';
import { once } from './once.ts';

/** The answer of GET /login. */
export const logins = once(() => jsonVariable('LOGINS', 'where users log in', loginsSchema));

/** The files of the dashboard: beside the programs, or where the laptop has built them. */
export const dashboard = once(() => readDashboard(optionalVariable('DASHBOARD_FILES')));
