import { settingQuery } from '../../../src/http/deployments/settings.ts';
import { deploymentChangeWith } from '../../../src/http/pipeline/endpoint.ts';
import { answerTransfer, transferAnswer, wasAnswered } from '../../../src/http/transfers/transfers.ts';
import { onLambda } from '../../../src/runtime/lambda.ts';
import { ownersAt } from '../../../src/wiring/adoption.ts';
import { createdByEverywhere, linkPorts } from '../../../src/wiring/answering.ts';
import { quotas } from '../../../src/wiring/bounds.ts';
import { callers } from '../../../src/wiring/callers.ts';
import { providerList } from '../../../src/wiring/configured-providers.ts';
import { attempts, deployments, idempotentRequests, timeline } from '../../../src/wiring/deployments.ts';
import { clock, ids } from '../../../src/wiring/system.ts';
import { delegations } from '../../../src/wiring/tokens.ts';

export const route = deploymentChangeWith(
  'see',
  { query: settingQuery, body: transferAnswer },
  wasAnswered,
  answerTransfer,
);

export const handler = onLambda(route, {
  ...linkPorts,
  ...{ attempts, callers, clock, createdByEverywhere, delegations, deployments },
  ...{ idempotentRequests, ids, providerList, ownersAt, quotas, timeline },
});
