import { opened } from '../names.ts';
import { keynameMissing, repositoryUnknown } from '../problem-kinds.ts';
import { type Finding, mildUnlessMisspelt, type Reporter } from '../report.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { present, textOf } from '../yaml/scalar.ts';
import { checkExtension } from './artifact-extension.ts';
import type { Scope, TypeDef } from './type-def.ts';

/**
 * Returns an artifact's type and checks what 2.0 requires (section 12.2). In 1.x it only reports an unknown type, since
 * tools of 1.x do not check the rest. Mistakes go to `report`.
 */
export function checkArtifact(
  node: YamlNode,
  scope: Scope,
  report: Reporter | undefined = scope.report,
): TypeDef | undefined {
  if (node.kind !== 'mapping') return undefined;
  if (scope.version !== '2.0') {
    checkRepository(node, scope, report, mildUnlessMisspelt);
    const type = present(node.get('type'));
    const name = textOf(type);
    const found = name === undefined ? undefined : scope.find('artifact', name);
    if (found) checkExtension(node, found, report);
    else if (type && name !== undefined) report?.at(type, scope.unknownType('artifact', name));
    return undefined;
  }
  if (node.get('checksum') && !node.get('checksum_algorithm'))
    report?.at(node, keynameMissing('checksum_algorithm', 'an artifact with a checksum'), 'checksum_algorithm');
  checkRepository(node, scope, report);
  const typeNode = node.get('type');
  const name = textOf(typeNode);
  if (typeNode === undefined || name === undefined) return undefined;
  const type = scope.find('artifact', name);
  if (type === undefined) report?.at(typeNode, scope.unknownType('artifact', name));
  else checkExtension(node, type, report);
  return type;
}

function checkRepository(
  node: YamlMapping,
  scope: Scope,
  report: Reporter | undefined,
  weighed: (finding: Finding) => Finding = (finding) => finding,
): void {
  const repository = node.get('repository');
  const place = textOf(repository);
  if (repository && place !== undefined && !scope.hasRepository(place))
    report?.at(repository, weighed(repositoryUnknown(place, scope.mayBring(place) ? opened([]) : scope.repositories)));
}
