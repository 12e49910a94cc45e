import { documentShape } from './grammar/document.ts';
import type { Unit } from './phase2-import.ts';
import { lenient, type Report, tolerant } from './report.ts';

/** Phase 3: checks that every keyname exists in the document's version and holds the right kind of value. */
export function checkGrammar(units: readonly Unit[], report: Report): void {
  for (const [index, { document }] of units.entries()) {
    const simple = index === 0 ? tolerant(report) : lenient(report);
    documentShape(document.version)(document.root, document.version === '2.0' ? report : simple);
  }
}
