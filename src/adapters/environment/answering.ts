/** Configuration of how requests are answered. */

import { optionalVariable } from './environment.ts';

/** Base of every link; undefined: the address of the request itself. */
export const publicBaseUrl = (): string | undefined => optionalVariable('PUBLIC_BASE_URL');

/** Origin of the pages that may call the API from a browser; undefined: none. */
export const corsOrigin = (): string | undefined => optionalVariable('CORS_ORIGIN');

/** `true`: POST and GET of one item also say who created it, for old clients. */
export const createdByEverywhere = (): boolean => optionalVariable('CREATED_BY_EVERYWHERE')?.toLowerCase() === 'true';
