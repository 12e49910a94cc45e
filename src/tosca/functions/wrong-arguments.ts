import { functionArguments } from '../problem-kinds.ts';
import type { Finding } from '../report.ts';
import type { Called } from '../types/definitions.ts';
import { found } from '../values/found.ts';
import type { YamlNode } from '../yaml/node.ts';
import type { Call } from './function.ts';

/** most arguments shown */
const most = 6;

/** Shows a list of arguments: `[ "a", a list, a map ]`. */
function shown(argument: YamlNode): string {
  if (argument.kind !== 'sequence') return found(argument);
  if (argument.items.length === 0) return 'none';
  const items = argument.items.slice(0, most).map(found).join(', ');
  return `[ ${items}${argument.items.length > most ? `, and ${argument.items.length - most} more` : ''} ]`;
}

/** The beginning of one argument, as it would be written. */
function started(argument: YamlNode): string {
  if (argument.kind !== 'mapping') return argument.kind === 'scalar' ? argument.text.slice(0, 40) : '...';
  const [name = '', ...others] = argument.entries.keys();
  return name.startsWith('$') && others.length === 0 ? `{ ${name}: ... }` : '{ ... }';
}

/** Says what a function takes, what it was given, and how to write it. `isListed`: it takes a list of arguments. */
export function argumentsFinding(name: string, takes: string, argument: YamlNode, isListed: boolean): Finding {
  const bare = isListed && argument.kind !== 'sequence';
  const advice = bare ? `; its arguments are a list: { ${name}: [ ${started(argument)} ] }` : '';
  return functionArguments(name, `${takes}, found ${shown(argument)}${advice}`);
}

export const refuseArguments = (call: Call, takes: string, { isListed = false } = {}): Called =>
  call.refuse(argumentsFinding(call.name, takes, call.argument, isListed));
