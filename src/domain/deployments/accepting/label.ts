import type { Labels } from '../../labels/labels.ts';
import type { Deployment } from '../record/deployment.ts';
import type { Deployments } from '../record/ports.ts';
import { changeSetting, type OnlyIfUnchanged, requireChangeable } from './change-setting.ts';

interface Labelling extends OnlyIfUnchanged {
  readonly labels: Labels;
}

const what = 'its labels';

/**
 * Replaces the labels of a deployment; what a running operation makes after this has the new ones as tags. Errors as those of
 * `changeSetting`.
 */
export const labelDeployment = (
  { deployments }: { readonly deployments: Pick<Deployments, 'find' | 'label'> },
  deployment: Deployment,
  { labels, ...condition }: Labelling,
): Promise<void> => {
  const isSet = (one: Deployment): boolean => sameLabels(one.labels ?? {}, labels);
  const write = (seen: Deployment): Promise<void> => deployments.label(seen, labels);
  return changeSetting(deployments, deployment, { what, isSet, write }, condition);
};

/** ConflictError when it is being deleted. */
export const requireToStay = (deployment: Deployment): void => requireChangeable(deployment, what);

const sameLabels = (one: Labels, other: Labels): boolean => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};
