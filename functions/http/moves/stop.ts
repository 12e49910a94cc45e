import { movesStopped, movesStoppedQuery, stopMoves } from '../../../src/http/operators/moves.ts';
import { administratorChange, alwaysThere } from '../../../src/http/pipeline/administrator.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { linkPorts } from '../../../src/wiring/answering.ts';
import { moving } from '../../../src/wiring/bounds.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { idempotentRequests } from '../../../src/wiring/deployments.ts';
import { moveStates } from '../../../src/wiring/switches.ts';
import { clock, ids } from '../../../src/wiring/system.ts';

export const route = administratorChange({ query: movesStoppedQuery, body: movesStopped }, alwaysThere, stopMoves);

export const handler = onLambda(route, {
  ...linkPorts,
  ...{ callers, clock, idempotentRequests, ids, moveStates, moving },
});
