/** What stays at the provider when its infrastructure is gone, since its template asked for that (docs/decisions/0085). */
export interface KeptPart {
  /** name of the node template; absent: an update has left it out, or it belongs to no single node */
  readonly node?: string;
  /** such as AWS::EC2::Volume */
  readonly type: string;
  /** the provider's id of it; of a snapshot: of what it was made of */
  readonly id: string;
  readonly region: string;
  readonly as: 'itself' | 'snapshot';
}

/** A line for people, such as `disk: AWS::EC2::Volume vol-0123 in eu-west-1`. */
export const keptLine = ({ node, type, id, region, as }: KeptPart): string => {
  const what = as === 'snapshot' ? `a snapshot of ${type} ${id}` : `${type} ${id}`;
  return `${node === undefined ? '' : `${node}: `}${what} in ${region}`;
};
