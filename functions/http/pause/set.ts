import { pause, pausing, pausingQuery } from '../../../src/http/operators/pause.ts';
import { administratorChange, alwaysThere } from '../../../src/http/pipeline/administrator.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { linkPorts } from '../../../src/wiring/answering.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { idempotentRequests } from '../../../src/wiring/deployments.ts';
import { pauses } from '../../../src/wiring/switches.ts';
import { clock, ids } from '../../../src/wiring/system.ts';

export const route = administratorChange({ query: pausingQuery, body: pausing }, alwaysThere, pause);

export const handler = onLambda(route, { ...linkPorts, ...{ callers, clock, idempotentRequests, ids, pauses } });
