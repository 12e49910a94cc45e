import type { Identity } from '../../foundation/identity.ts';
import { maskInLog } from '../../foundation/log.ts';
import type { NodeEdit } from '../../tosca/edit.ts';
import { withoutKnown } from '../../tosca/secrets/known.ts';
import type { Json } from '../../tosca/topology.ts';
import type { ClusterCredentials, ClusterKeys } from '../credentials/ports.ts';
import { labelsBeside } from '../labels/labels.ts';
import type { clusterProperties, Injection } from './injection.ts';
import type { Origin } from './origin.ts';

export interface Injected {
  readonly edits: readonly NodeEdit[];
  /** runs the call that sends the template, and removes the keys from the messages of its errors */
  sending<T>(send: () => Promise<T>): Promise<T>;
}

interface InjectionTarget {
  readonly id: string;
  readonly createdBy: Identity;
  readonly origin?: Origin;
  /** for the machines that can have tags */
  readonly labels?: { readonly [name: string]: string };
}

/**
 * Edits that are made right before a template is sent, and never stored, since they hold keys. The keys are new each
 * time, so that a cluster gets a token with its full lifetime. ProviderFailedError when the owner's authorization is
 * withdrawn or has expired, ProviderUnavailableError while its issuer does not answer.
 */
export const injectedEdits = async (
  credentials: ClusterCredentials,
  deployment: InjectionTarget,
  injection: Injection = { clusters: [], tagged: [] },
): Promise<Injected> => {
  const { clusters, tagged } = injection;
  const keys = clusters.length === 0 ? undefined : await credentials.issue(deployment.createdBy.issuer);
  const values = valuesFor(deployment, keys);
  const clusterEdits = clusters.flatMap(({ node, takes }) =>
    takes.flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [{ node, path: ['properties', name], value }];
    }),
  );
  const tags = tagged.map(({ node, tags }) => ({
    node,
    path: ['properties', 'tags'],
    value: tagsFor(deployment, tags),
  }));
  return { edits: [...clusterEdits, ...tags], sending: masking(deployment.id, keys) };
};

const valuesFor = (
  { id, origin }: InjectionTarget,
  keys: ClusterKeys | undefined,
): { readonly [name: string]: string | undefined } & {
  readonly [N in (typeof clusterProperties)[number]]: unknown;
} => ({
  deployment_id: id,
  orchestrator_url: origin?.serviceUrl,
  iam_access_token: keys?.accessToken,
  iam_clues_client_id: keys?.client?.id,
  iam_clues_client_secret: keys?.client?.secret,
});

/** The names are those of the original service: operators of clouds search for them. */
const tagsFor = ({ id, origin, labels }: InjectionTarget, tags: { readonly [name: string]: Json }): Json => ({
  ...labelsBeside(labels, tags),
  ...tags,
  ...(origin && { PAAS_URL: origin.serviceUrl }),
  PAAS_DEP_UUID: id,
  ...(origin?.email !== undefined && { PAAS_DEP_USER_EMAIL: origin.email }),
});

const masking =
  (deploymentId: string, keys: ClusterKeys | undefined): Injected['sending'] =>
  async (send) => {
    if (keys === undefined) return send();
    const without = withoutKnown([keys.accessToken, keys.client?.secret]);
    maskInLog(`${deploymentId}, keys of its clusters`, without);
    try {
      return await send();
    } catch (error) {
      if (error instanceof Error) error.message = without(error.message);
      throw error;
    }
  };
