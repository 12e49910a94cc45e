/** One thing wrong with a template: where it is, what was found, what is allowed. Never thrown, always collected. */
export interface Problem {
  /** stable, kebab-case, e.g. `input-missing`; listed in src/tosca/README.md */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** `template` for the document itself, else the import's address */
  readonly file: string;
  /** from 1 */
  readonly line: number;
  /** from 1 */
  readonly column: number;
  /** e.g. `topology_template.node_templates.web.properties.port` */
  readonly path: string;
  readonly message: string;
}
