import type { Topology } from './topology.ts';

/** The topology as a Mermaid flowchart: a box for each node template, an arrow for each requirement. */
export function mermaid(topology: Topology): string {
  const ids = new Map(topology.nodes.map(({ name }, index) => [name, `n${index}`]));
  const boxes = topology.nodes.map(
    ({ name, type, count }) =>
      `  ${ids.get(name)}["${escaped(name)}${count === 1 ? '' : ` x ${count}`}<br/>${escaped(type)}"]`,
  );
  const arrows = topology.nodes.flatMap(({ name, requirements }) =>
    requirements.flatMap((requirement) => {
      const target = requirement.node === undefined ? undefined : ids.get(requirement.node);
      return target === undefined ? [] : [`  ${ids.get(name)} -->|"${escaped(requirement.name)}"| ${target}`];
    }),
  );
  return ['flowchart TD', ...boxes, ...arrows].join('\n');
}

/** Mermaid takes entities for what would end a label. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
