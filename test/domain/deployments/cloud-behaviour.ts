import type { Ability } from '../../../src/domain/deployers/policy.ts';
import type { Configuration } from '../../../src/domain/deployers/ports.ts';

/** How one cloud behaves; empty: everything works, within `bootSeconds`. */
export interface Behaviour {
  /**
   * refuse: a 4xx on create; down: nobody answers; lose: it is made and the answer is lost; late: the same once, and it is
   * made `lateSeconds` later; the others: what becomes of it
   */
  create?: 'refuse' | 'down' | 'lose' | 'late' | 'fail' | 'unconfigured' | 'launch-nothing' | 'never-ready';
  lateSeconds?: number;
  /** write-back: what was gone stands there again after `backSeconds`, until it is destroyed once more */
  destroy?: 'refuse' | 'refuse-once' | 'fail-silently' | 'down' | 'write-back';
  backSeconds?: number;
  /** refuse: a 4xx; down: a 5xx, of the outputs alone */
  outputs?: 'refuse' | 'down';
  /** what the deployer says of its machines at each look, once they stand; absent: `done` */
  configurations?: readonly Configuration[];
  /** refuse: a 4xx on update; lose: done, and the answer is lost; lose-call: not even done; the others: what becomes of new VMs */
  update?: 'refuse' | 'lose' | 'lose-call' | 'fail' | 'unconfigured' | 'never-ready' | 'launch-nothing';
  remove?: 'refuse';
  /** lose: software runs, and the answer is lost */
  reconfigure?: 'lose';
  /** refuse: a 4xx on altering a machine; lose: done, and the answer is lost; ignore: it says that it did, and did not */
  alter?: 'refuse' | 'lose' | 'ignore';
  /** refuse: a 4xx on start and stop; fail: it ends as failed; never: nothing comes of it */
  power?: 'refuse' | 'fail' | 'never';
  /** it is the work that fails, and not the provider; what a deployer of this kind can never do */
  blame?: 'work';
  cannot?: readonly Ability[];
  /** from creation to `configured`; default 20 */
  bootSeconds?: number;
  /** launching takes this long, and is not to be disturbed; default 5 */
  addingSeconds?: number;
  /** every call fails while the clock is within; `refusing`: our credentials are refused */
  outage?: { from: number; to: number; refusing?: true };
  /** from asking for destruction to being gone, or being back; default 4 */
  destroySeconds?: number;
  /** outputs are null for so long after `configured` */
  addressSeconds?: number;
}
