import type { Scope } from '../../../../src/tosca/types/type-def.ts';

export interface Source {
  /** e.g. `1.3`, `indigo` */
  readonly name: string;
  readonly version: string;
  readonly address?: string;
  readonly scope: Scope;
  /** types that another source has already; absent: none */
  readonly known?: Scope;
}
