/** How an add-on and its parent become one template; for located nodes (addon.ts) and for text (translate/add-parent.ts). */

type Kind = 'scalar' | 'sequence' | 'mapping' | 'alias';

/** Where a key stands: at the top of the template or in its topology. */
export type Place = 'template' | 'topology';

/**
 * What becomes of a key of the parent: `own` or `theirs` alone; `names`: for each name the add-on's value, else its
 * parent's; `items`: the add-on's, then its parent's; `imports`: its parent's, then the add-on's; `sections`: the same
 * rules once more for each section within.
 */
export type Rule = 'own' | 'theirs' | 'names' | 'items' | 'imports' | 'sections';

/** These keys describe the whole template, so the add-on's own values win. */
const isWhole = /^(?:tosca_definitions_version|description|metadata|template_\w+)$/;

interface Sides {
  readonly own: { readonly kind: Kind } | undefined;
  readonly theirs: { readonly kind: Kind };
}

export function ruleFor(place: Place, key: string, { own, theirs }: Sides): Rule {
  if (isWhole.test(key)) return 'own';
  if (own?.kind !== 'mapping' && own?.kind !== 'sequence') return 'theirs';
  const isTop = place === 'template';
  // tools of 1.x accept a map where a list belongs
  if (isTop && key === 'imports') return theirs.kind === 'mapping' || theirs.kind === 'sequence' ? 'imports' : 'own';
  if (own.kind !== theirs.kind) return 'own';
  if (own.kind === 'sequence') return 'items';
  return isTop && key === 'topology_template' ? 'sections' : 'names';
}
