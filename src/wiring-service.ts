/** Environment -> ports for functions that say something about the service itself. It builds on wiring.ts and works like it. */

import { jsonVariable } from './adapters/environment/environment.ts';
import { loginsSchema } from './http/service/logins.ts';
import { once } from './wiring.ts';

/** The answer of GET /login. */
export const logins = once(() => jsonVariable('LOGINS', 'where users log in', loginsSchema));
