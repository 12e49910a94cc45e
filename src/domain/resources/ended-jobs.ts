import type { Resource } from './resource.ts';
import { jobKey, unbind } from './states.ts';

/**
 * A resource of a deployment whose machines were all destroyed: they must not be shown as existing ones. A job has run, whatever
 * becomes of it: its id, exit code, queue and times stay, as after a success. One that had not ended was ended with the others.
 */
export const withoutMachine = (resource: Resource): Resource => {
  const text = resource.metadata[jobKey];
  if (text === undefined) return unbind(resource);
  // written by match.ts
  const job = JSON.parse(text) as { readonly operation?: string };
  if (job.operation === 'SUCCEEDED' || job.operation === 'FAILED') return resource;
  const ended = { ...job, state: 'FAILED', operation: 'FAILED', errors: 'it was ended, since the deployment failed' };
  return { ...resource, metadata: { ...resource.metadata, [jobKey]: JSON.stringify(ended) } };
};
