/** The ports that copy files between storage elements. */

import { copyingClients, replicas as s3Replicas } from '../adapters/files/replicas.ts';
import { configuredFiles } from '../adapters/files/storage-elements.ts';
import { once } from './once.ts';

export const fileConfiguration = once(configuredFiles);
export const replicas = once(() => s3Replicas({ clientFor: copyingClients(fileConfiguration().elements) }));
