import { changeLetters, letterChange, letterQuery } from '../../../src/http/operators/dead-letters.ts';
import { administratorChange, alwaysThere } from '../../../src/http/pipeline/administrator.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { linkPorts } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { deadLetters } from '../../../src/wiring/dead-letters.ts';
import { idempotentRequests } from '../../../src/wiring/deployments.ts';
import { ids } from '../../../src/wiring/system.ts';

export const route = administratorChange({ query: letterQuery, body: letterChange }, alwaysThere, changeLetters);

export const handler = onLambda(route, { ...linkPorts, ...{ callers, deadLetters, idempotentRequests, ids } });
