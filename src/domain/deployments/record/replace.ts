import type { Replace } from '../../changes/change.ts';

/** The nodes whose machines an update may replace. `false`: none. */
export const replaceOf = ({
  replace = false,
}: {
  readonly replace?: Replace | undefined;
}): { readonly replace: Replace } => ({
  replace,
});
