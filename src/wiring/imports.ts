/** What templates import. */

import { importBounds } from '../adapters/configuration/bounds.ts';
import { optionalVariable } from '../adapters/environment/environment.ts';
import { imports as httpsImports } from '../adapters/files/imports.ts';
import { storedTypes } from '../adapters/files/operator-types.ts';
import { typesIn } from '../adapters/files/types-folder.ts';
import { withOperatorTypes } from '../tosca/operator-types.ts';
import { filesBucket } from './buckets.ts';
import { once } from './once.ts';

/** The operator's types first, then the network. */
export const imports = once(() => withOperatorTypes(typeFiles(), httpsImports(importBounds())));

const typeFiles = () => {
  const folder = optionalVariable('TYPES_FOLDER');
  return folder === undefined ? storedTypes(filesBucket()) : typesIn(folder);
};
