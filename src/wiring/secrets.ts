import { optionalVariable } from '../adapters/environment/environment.ts';
import { storedSecrets } from '../adapters/secrets/stored-secrets.ts';
import { once } from './once.ts';
import { clock } from './system.ts';

export const secrets = once(() => storedSecrets(optionalVariable('SECRETS_FILE'), clock()));
