import type { Finding } from './report.ts';
import type { YamlNode } from './yaml/node.ts';

/** That no parent could be read, and where they are named. */
export interface Unread {
  readonly is: 'unread';
  readonly at: YamlNode;
  readonly finding: Finding;
}
