import * as kinds from '../problem-kinds.ts';
import type { YamlMapping } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import type { Service } from './service.ts';

/** The type a template names; undefined: none, or not known, and reported. */
export function typeOf(service: Service, kind: 'node' | 'relationship', node: YamlMapping) {
  const typeNode = node.get('type');
  const name = textOf(typeNode);
  if (typeNode === undefined || name === undefined) {
    // a copy has its type from what it copies; why it has none is told there
    if (node.get('copy') === undefined)
      service.report.at(node, kinds.keynameMissing('type', `a ${kind} template`), 'type');
    return undefined;
  }
  const type = service.scope.find(kind, name);
  if (type === undefined) service.report.at(typeNode, service.scope.unknownType(kind, name));
  return type;
}
