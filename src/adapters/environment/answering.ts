/** What the configuration says of how requests are answered. */

import { optionalVariable } from './environment.ts';

/** Base of every link; undefined: as the request came in. */
export const publicBaseUrl = (): string | undefined => optionalVariable('PUBLIC_BASE_URL');

/** Of pages that may call the API from a browser; undefined: none. */
export const corsOrigin = (): string | undefined => optionalVariable('CORS_ORIGIN');

/** `true`: create and single get say who made a thing, for the sake of old clients. */
export const createdByEverywhere = (): boolean => optionalVariable('CREATED_BY_EVERYWHERE')?.toLowerCase() === 'true';
