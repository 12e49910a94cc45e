export const takenFrom = ['operator', 'built-in', 'network'] as const;

/** Which of several files was taken for an import, where there was a choice. */
export interface TakenImport {
  /** as the template names it, or the name of a profile */
  readonly address: string;
  readonly taken: (typeof takenFrom)[number];
  /** of the operator's folder, or of the catalog */
  readonly file?: string;
  /** why this one, in words */
  readonly because: string;
}

const places = { operator: 'a file of this installation', 'built-in': 'the built-in copy', network: 'the network' };

/** For a log: `https://…/custom_types.yaml: the built-in copy indigo-custom-types.yaml, which has this address`. */
export const describeTaken = ({ address, taken, file, because }: TakenImport): string =>
  `${address}: ${places[taken]}${file === undefined ? '' : ` ${file}`}, ${because}`;
