import type { Node, Topology } from './topology.ts';

/** The topology as a Mermaid flowchart: a box for each node template, an arrow for each requirement. */
export function mermaid(topology: Topology): string {
  const ids = new Map(topology.nodes.map(({ name }, index) => [name, `n${index}`]));
  const boxes = topology.nodes.map((node) => `  ${ids.get(node.name)}["${labelOf(node)}"]`);
  const arrows = topology.nodes.flatMap(({ name, requirements }) =>
    requirements.flatMap((requirement) => {
      const target = requirement.node === undefined ? undefined : ids.get(requirement.node);
      return target === undefined ? [] : [`  ${ids.get(name)} -->|"${escaped(requirement.name)}"| ${target}`];
    }),
  );
  return ['flowchart TD', ...boxes, ...arrows].join('\n');
}

const labelOf = ({ name, type, count }: Node): string =>
  `${escaped(name)}${count === 1 ? '' : ` x ${count}`}<br/>${escaped(type)}`;

/**
 * A text as it may stand in a label of Mermaid. Letters, digits and other harmless characters stay. A character that could
 * end a label, start an entity or be read as Markdown becomes its number, which Mermaid shows as the character. Control
 * characters become blanks.
 */
export const escaped = (text: string): string =>
  text.replaceAll(/[^\p{L}\p{N} ._/()[\]{},=+-]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x20 || (code >= 0xd800 && code < 0xe000) ? ' ' : `#${code};`;
  });
