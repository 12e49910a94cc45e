import { moveList } from '../../../src/http/operators/moves.ts';
import { administratorEndpoint } from '../../../src/http/pipeline/administrator.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { corsOrigin, publicBaseUrl } from '../../../src/wiring/answering.ts';
import { moving } from '../../../src/wiring/bounds.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { moveStates } from '../../../src/wiring/switches.ts';

export const route = administratorEndpoint({}, moveList);

export const handler = onLambda(route, { callers, corsOrigin, moveStates, moving, publicBaseUrl });
