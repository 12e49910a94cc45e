import { labelDeployment, requireToStay } from '../../domain/deployments/accepting/label.ts';
import { checkPreconditions } from '../deployments/deployment-entity.ts';
import { type SettingPorts, type SettingRequest, settingChanged } from '../deployments/settings.ts';
import { type Answer, ok } from '../pipeline/answer.ts';
import { members } from '../pipeline/fields.ts';
import { labelMap } from '../pipeline/label-map.ts';

/** The body of PUT /deployments/{deployment_id}/labels: all labels that it then has. */
export const labelling = () => members({ labels: labelMap });

type Input = SettingRequest<ReturnType<typeof labelling>>;

type Ports = SettingPorts & Parameters<typeof labelDeployment>[0];

/**
 * PUT /deployments/{deployment_id}/labels: an extension (docs/decisions/0070). With `dryRun=true` it shows the labels before
 * and after.
 */
export const label =
  (ports: Ports) =>
  async (input: Input): Promise<Answer> => {
    const { deployment, query, body } = input;
    const onlyIfUnchanged = checkPreconditions(ports, input);
    const { labels } = body;
    if (query.dryRun) {
      requireToStay(deployment);
      return ok({ labels: deployment.labels ?? {}, nextLabels: labels });
    }
    await labelDeployment(ports, deployment, { labels, onlyIfUnchanged });
    const message = 'the labels were changed';
    return settingChanged(ports, input, message);
  };
