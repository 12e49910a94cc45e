import type { Page, PageRequest } from '../../foundation/page.ts';
import type { Resource } from './resource.ts';

export interface Resources {
  /** Writes the resources of a deployment that does not exist yet; they expire after a day unless put again. */
  stage(resources: readonly Resource[]): Promise<void>;
  find(deploymentId: string, id: string): Promise<Resource | undefined>;
  /** in the order of creation; `type`: only resources of this type or a type derived from it */
  list(deploymentId: string, page: PageRequest, type?: string): Promise<Page<Resource>>;
  all(deploymentId: string): Promise<readonly Resource[]>;
  put(resources: readonly Resource[]): Promise<void>;
  /** Writes `next` in place of `seen` if that has not changed, else ConflictError. */
  replace(seen: Resource, next: Resource): Promise<void>;
  /** Removes the resources with these ids; without ids, all of the deployment. No error if already gone. */
  remove(deploymentId: string, ids?: readonly string[]): Promise<void>;
}
