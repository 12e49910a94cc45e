import { versionUndeployable } from './problem-kinds.ts';
import type { Problem } from './problems.ts';
import type { Processed } from './topology.ts';

/**
 * A good template that the Infrastructure Manager cannot be given: it reads the Simple Profile up to 1.3, and a 2.0 template
 * has types and functions that it would take for something else. It is valid all the same, so that only those who mean to
 * deploy it ask.
 */
export function deployable(processed: Processed): Processed {
  if (!processed.ok || processed.topology.version !== 'tosca_2_0') return processed;
  const { code, severity, message } = versionUndeployable();
  const place = { file: 'template', line: 1, column: 1, path: 'tosca_definitions_version' };
  const problem: Problem = { code, severity, message, ...place };
  return Object.freeze({ ok: false, problems: Object.freeze([problem, ...processed.problems]) });
}
