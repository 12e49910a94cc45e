import { COLLECTION_STYLE, type Node, SCALAR_STYLE, type ScalarNode } from 'js-yaml';

/**
 * Quotes plain texts that the manager's reader of YAML 1.1 cannot read: inside of brackets it ends a text at a `?`, and lets
 * none begin with `:`, so that `[http://host/?page=1]` is refused (PyYAML, scanner.py); and a single `=` has a type of its own.
 */
export function quotePlain(root: Node): void {
  const open: (readonly [Node, boolean])[] = [[root, false]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, isInside] = next;
    if (node.kind === 'scalar' && isUnreadable(node, isInside))
      Object.assign(node, { style: SCALAR_STYLE.SINGLE_QUOTED, tag: 'tag:yaml.org,2002:str' });
    if (node.kind !== 'sequence' && node.kind !== 'mapping') continue;
    const isFlow = isInside || node.style === COLLECTION_STYLE.FLOW;
    if (node.kind === 'sequence') for (const item of node.items) open.push([item, isFlow]);
    else for (const { key, value } of node.items) open.push([key, isFlow], [value, isFlow]);
  }
}

const isUnreadable = ({ style, tagged, value }: ScalarNode, isInside: boolean): boolean =>
  style === SCALAR_STYLE.PLAIN && !tagged && (value === '=' || (isInside && /^:|\?/.test(value)));
