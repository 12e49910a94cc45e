import type { ResolvedImport } from '../../tosca/resolved-imports.ts';

/** Imports that more than one file could have answered, where there are any. */
export const importsView = (imports: readonly ResolvedImport[]) => ({ ...(imports.length > 0 && { imports }) });
