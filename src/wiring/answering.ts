import * as answering from '../adapters/environment/answering.ts';
import { once } from './once.ts';

export const publicBaseUrl = once(answering.publicBaseUrl);
export const corsOrigin = once(answering.corsOrigin);
export const createdByEverywhere = once(answering.createdByEverywhere);
/** The ports of every route. */
export const linkPorts = { corsOrigin, publicBaseUrl };
