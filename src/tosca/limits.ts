/** What one template may cost. Beyond a limit, work stops with a problem, so that no client can exhaust a function. */
export const limits = {
  /** characters of one document */
  characters: 8_000_000,
  /**
   * lines, commas and opening brackets of one document: each may be a node, and all nodes are in memory at once. A
   * template of ten thousand nodes has 200,000.
   */
  marks: 400_000,
  /** nesting of collections: counted through aliases in a text, and through references in a value */
  depth: 90,
  /** YAML nodes of one document once its aliases and merge keys are expanded */
  nodes: 3_000_000,
  /** documents imported, directly or not */
  imports: 1_000,
  /** characters of all of them */
  importCharacters: 20_000_000,
  /** imports of imports */
  importDepth: 20,
  /** files of a CSAR, and their bytes once unpacked */
  archiveFiles: 1_000,
  archiveBytes: 20_000_000,
  /** characters of one message or path */
  message: 1_000,
  /** problems kept; the rest are counted */
  problems: 500,
  /** mistakes whose severity hangs on a similar known name, and for which one is looked for; the rest count as if there were none */
  comparedMistakes: 500,
  /** types a type derives from, one after another */
  ancestry: 100,
  /** default values filled into one value */
  defaults: 10_000,
  /** defaults within defaults of data types */
  defaultDepth: 30,
  /** instances of one node template */
  instances: 10_000,
  /** nodes examined as targets of requirements that have a filter but name no node */
  candidates: 50_000,
  /** parts that a template may be expanded into: members, values, texts (budget.ts); ten thousand nodes come to 240,000 */
  parts: 500_000,
  /** names, keys and indexes in the path of one function call */
  pathSteps: 200,
  /** characters that one function call may produce */
  functionText: 1_000_000,
  /** imported files whose trees a process keeps, and the memory for all of them and for one, in bytes */
  keptDocuments: 32,
  keptBytes: 24_000_000,
  keptTreeBytes: 8_000_000,
} as const;
