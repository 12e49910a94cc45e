/** The templates that the operator offers. Apart from other files, since it reads YAML, which most functions do not. */

import { catalog as storedCatalog } from '../adapters/files/catalog.ts';
import { filesBucket } from './buckets.ts';
import { once } from './once.ts';

export const catalog = once(() => storedCatalog(filesBucket()));
