import type { DeploymentView } from '../../data/view.ts';

/** What each tab of a deployment is given. */
export interface TabProps {
  readonly view: DeploymentView;
  /** Asks for the view at once, such as after a change. */
  readonly refresh: () => void;
  /** id of a resource, from the address */
  readonly resource: string | undefined;
}
