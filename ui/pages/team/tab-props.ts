import type { Me } from '../../../client/types.ts';

export interface TeamTabProps {
  /** who looks; undefined: not known yet */
  readonly me: Me | undefined;
}
