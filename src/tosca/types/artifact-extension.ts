import { listed } from '../near.ts';
import { artifactExtension } from '../problem-kinds.ts';
import type { Reporter } from '../report.ts';
import type { YamlMapping } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import { remember, type TypeDef } from './type-def.ts';

const key = Symbol('file extensions');

/** Of the type, or of the nearest one that it derives from and that names some; none: any. */
const extensionsOf = (type: TypeDef): readonly string[] =>
  remember(type, key, () => {
    for (const { node } of type.chain) {
      const given = node.kind === 'mapping' ? node.get('file_ext') : undefined;
      if (given?.kind !== 'sequence') continue;
      return given.items.flatMap(
        (item) =>
          textOf(item)
            ?.trim()
            .replace(/^\*?\./, '')
            .toLowerCase() || [],
      );
    }
    return [];
  });

/** Names a file whose ending is none of those of its type (`file_ext`, 1.3 section 3.7.4, 2.0 section 12.1). */
export function checkExtension(node: YamlMapping, type: TypeDef, report: Reporter | undefined): void {
  const given = node.get('file');
  const file = textOf(given);
  const extensions = extensionsOf(type);
  if (given === undefined || file === undefined || file === '' || extensions.length === 0) return;
  const path = file.split(/[?#]/, 1)[0]?.toLowerCase() ?? '';
  if (extensions.some((one) => path.endsWith(`.${one}`))) return;
  const ends = listed(
    extensions.map((one) => `.${one}`),
    10,
  );
  const reason = `the file ${listed([file], 1)} does not end in ${ends}, as files of the artifact type ${type.name} do; correct one of them`;
  report?.at(given, artifactExtension(reason));
}
