export const resolvedFrom = ['operator', 'built-in', 'network'] as const;

/** The file that was used for an import, when there was more than one. */
export interface ResolvedImport {
  /** as the template writes it, or the name of a profile */
  readonly address: string;
  readonly taken: (typeof resolvedFrom)[number];
  /** file of the operator's folder, or of the catalog */
  readonly file?: string;
  /** the reason for the choice, in words */
  readonly because: string;
}

const places = { operator: 'a file of this installation', 'built-in': 'the built-in copy', network: 'the network' };

/** For a log: `https://…/custom_types.yaml: the built-in copy indigo-custom-types.yaml, which has this address`. */
export const describeResolved = ({ address, taken, file, because }: ResolvedImport): string =>
  `${address}: ${places[taken]}${file === undefined ? '' : ` ${file}`}, ${because}`;
