import * as kinds from '../problem-kinds.ts';
import type { YamlMapping } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import type { Service } from './service.ts';

/** The type that a template names; undefined when it names none, or an unknown one, which is reported. */
export function typeOf(service: Service, kind: 'node' | 'relationship', node: YamlMapping) {
  const typeNode = node.get('type');
  const name = textOf(typeNode);
  if (typeNode === undefined || name === undefined) {
    // a copy has its type from its source; a missing type is reported there
    if (node.get('copy') === undefined)
      service.report.at(node, kinds.keynameMissing('type', `a ${kind} template`), 'type');
    return undefined;
  }
  const type = service.scope.find(kind, name);
  if (type === undefined) service.report.at(typeNode, service.scope.unknownType(kind, name));
  return type;
}
