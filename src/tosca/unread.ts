import type { Finding } from './report.ts';
import type { YamlNode } from './yaml/node.ts';

/** A parent that could not be read: the place that names it, and the finding to report. */
export interface Unread {
  readonly is: 'unread';
  readonly at: YamlNode;
  readonly finding: Finding;
}
