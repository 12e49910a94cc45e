/** `worker#2` for the second instance of a node that has several, as the command line names it. */
export const instanceNames = (
  resources: readonly { readonly id: string; readonly node: string }[],
): ReadonlyMap<string, string> =>
  new Map(
    [...Map.groupBy(resources, ({ node }) => node)].flatMap(([node, all]) =>
      all.map(({ id }, index) => [id, all.length === 1 ? node : `${node}#${index + 1}`] as const),
    ),
  );
