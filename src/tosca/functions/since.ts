import type { Service } from '../model/service.ts';
import { functionVersion } from '../problem-kinds.ts';
import type { Version } from '../versions.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { pureFunctions } from './pure.ts';

/** Versions of the Simple Profile that added functions which 1.0 does not have (section 4 of each). */
const joinCame: Version = '1.2';
const pathsOfInputsCame: Version = '1.3';

const strictOnly = new Set(
  [
    ...pureFunctions.keys(),
    'get_input',
    'get_property',
    'get_attribute',
    'get_artifact',
    'concat',
    'join',
    'token',
  ].map((name) => `$${name}`),
);

/** Warns about a function that is newer than the template's version; only a warning, since tools evaluate it anyway. */
export function checkVersion(service: Service, node: YamlMapping, name: string, argument: YamlNode): void {
  const { version } = service;
  if (name === 'join' && version < joinCame) service.report.at(node, functionVersion('join', joinCame, version));
  else if (
    name === 'get_input' &&
    argument.kind === 'sequence' &&
    argument.items.length > 1 &&
    version < pathsOfInputsCame
  )
    service.report.at(node, functionVersion('get_input with a path', pathsOfInputsCame, version));
}

/** In 1.x a key with a dollar sign is data, but it was probably meant as a function of 2.0. */
export function checkDollar(service: Service, node: YamlMapping, name: string): void {
  if (name.startsWith('$') && strictOnly.has(name))
    service.report.at(node, functionVersion(name, '2.0', service.version));
}
