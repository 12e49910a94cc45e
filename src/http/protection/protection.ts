import { protectDeployment, requireStaying } from '../../domain/deployments/accepting/protect.ts';
import { checkPreconditions } from '../deployments/deployment-entity.ts';
import { type SettingPorts, type SettingRequest, settingChanged } from '../deployments/settings.ts';
import { type Answer, ok } from '../pipeline/answer.ts';
import { flag, members } from '../pipeline/fields.ts';

/** The body of PUT /deployments/{deployment_id}/protection. */
export const protection = () => members({ protected: flag });

type Input = SettingRequest<ReturnType<typeof protection>>;

type Ports = SettingPorts & Parameters<typeof protectDeployment>[0];

/**
 * PUT /deployments/{deployment_id}/protection: an extension (docs/decisions/0069). With `dryRun=true` it shows the protection
 * before and after.
 */
export const protect =
  (ports: Ports) =>
  async (input: Input): Promise<Answer> => {
    const { deployment, query, body } = input;
    const onlyIfUnchanged = checkPreconditions(ports, input);
    const { protected: isProtected } = body;
    if (query.dryRun) {
      requireStaying(deployment);
      return ok({ protected: deployment.protected ?? false, nextProtected: isProtected });
    }
    await protectDeployment(ports, deployment, { isProtected, onlyIfUnchanged });
    const message = isProtected ? 'the protection was put on' : 'the protection was taken off';
    return settingChanged(ports, input, message);
  };
