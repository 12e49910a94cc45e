import type { Page, PageRequest } from '../../foundation/page.ts';
import type { Resource } from './resource.ts';

export interface Resources {
  /** Writes the resources of a deployment that does not exist yet; they vanish after a day unless put again. */
  stage(resources: readonly Resource[]): Promise<void>;
  find(deploymentId: string, id: string): Promise<Resource | undefined>;
  /** in the order of creation; `type` keeps those whose type is or derives from it */
  list(deploymentId: string, page: PageRequest, type?: string): Promise<Page<Resource>>;
  all(deploymentId: string): Promise<readonly Resource[]>;
  put(resources: readonly Resource[]): Promise<void>;
  /** Writes `next` in the place of `seen` if that is still so, else ConflictError. */
  replace(seen: Resource, next: Resource): Promise<void>;
  /** Removes those with these ids, without any all of the deployment; gone already is fine. */
  remove(deploymentId: string, ids?: readonly string[]): Promise<void>;
}
