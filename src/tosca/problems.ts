/** One problem of a template: where it is, what was found, what is allowed. Problems are collected, never thrown. */
export interface Problem {
  /** stable, kebab-case, e.g. `input-missing`; listed in src/tosca/README.md */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** `template` for the template itself, else the import's address */
  readonly file: string;
  /** counted from 1 */
  readonly line: number;
  /** counted from 1 */
  readonly column: number;
  /** e.g. `topology_template.node_templates.web.properties.port` */
  readonly path: string;
  readonly message: string;
}
