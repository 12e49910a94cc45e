import { type EstimatedCost, hourlyNow } from '../../domain/costs/estimated-cost.ts';
import type { Deployment } from '../../domain/deployments/record/deployment.ts';
import type { LifecyclePorts } from '../../domain/deployments/record/ports.ts';
import { type Answer, ok } from '../pipeline/answer.ts';
import type { BodyOf } from '../schemas/answers.ts';

interface Ports {
  readonly files: Pick<LifecyclePorts['files'], 'findRanking'>;
  readonly resources: Pick<LifecyclePorts['resources'], 'all'>;
}

/** GET /deployments/{deployment_id}/cost: an extension. What it costs by the plan that was carried out last, part by part. */
export const deploymentCost =
  ({ files, resources }: Ports) =>
  async ({ deployment }: { readonly deployment: Deployment }): Promise<Answer> => {
    const { id, templateOf, providerId, infrastructureId } = deployment;
    if (providerId === undefined || infrastructureId === undefined) return said({ reason: standsNowhere });
    const ranking = await files.findRanking(id, templateOf);
    const cost = ranking?.candidates.find((one) => one.id === providerId)?.cost;
    if (cost === undefined) return said({ provider: providerId, reason: noPrices });
    const now = hourlyNow(cost, await resources.all(id));
    return said({ provider: providerId, estimate: estimateView(cost), now, unpriced: cost.unpriced });
  };

type Body = BodyOf<'DeploymentCost'>;

const said = (body: Omit<Body, 'currency'>): Answer => ok({ currency: 'USD', ...body } satisfies Body);

const standsNowhere = 'it has not been complete at a provider yet';
const noPrices =
  'no prices are known of this provider, or an earlier release deployed it: the next update makes an estimate where prices are known';

const estimateView = ({ unpriced: _, items, most: whole, ...cost }: EstimatedCost): NonNullable<Body['estimate']> => ({
  ...cost,
  ...(whole && { most: whole }),
  items: items.map(({ name, node, what, hourly, whileRunning, most }) => ({
    ...{ name, what, hourly },
    ...(node !== undefined && { node }),
    ...(whileRunning && { whileRunning }),
    ...(most !== undefined && { most }),
  })),
});
