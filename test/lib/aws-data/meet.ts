/** Variables of ARNs whose values may have a slash or a colon. */
const wide = /^(ObjectName|LogGroupName|\w+WithPath|ParameterName\w*|SecretId|GrantedPath|ApiPath|\w*GenericArn)$/i;

/** A literal character; or what any text fits into, which for a variable of an ARN has no slash or colon. */
type Token = string | { readonly isWide: boolean };

const ofResource = (resource: string): readonly Token[] =>
  [...resource.matchAll(/\$\{[^}]*\}|./gs)].map(([one]) => (one === '*' || one.length > 1 ? { isWide: true } : one));

const ofArn = (arn: string): readonly Token[] =>
  [...arn.matchAll(/\$\{([^}]*)\}|./gs)].map(([one, variable]) =>
    variable === undefined ? one : { isWide: wide.test(variable) },
  );

/** Whether an ARN can be of that kind and also fit a policy's resource. `arn`: `arn:${Partition}:s3:::${BucketName}`. */
export const meet = (resource: string, arn: string): boolean => {
  const [ours, theirs] = [ofResource(resource), ofArn(arn)];
  const seen = new Set<number>();
  const open: [number, number][] = [[0, 0]];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [one, other] = [ours[at[0]], theirs[at[1]]];
    if (one === undefined && other === undefined) return true;
    const key = at[0] * (theirs.length + 1) + at[1];
    if (seen.has(key)) continue;
    seen.add(key);
    if (fits(one, other)) open.push([at[0], at[1] + 1]);
    if (fits(other, one)) open.push([at[0] + 1, at[1]]);
    if (typeof one === 'object') open.push([at[0] + 1, at[1]]);
    if (typeof other === 'object') open.push([at[0], at[1] + 1]);
    if (typeof one === 'string' && one === other) open.push([at[0] + 1, at[1] + 1]);
  }
  return false;
};

/** Whether the first takes what the second is. */
const fits = (open: Token | undefined, one: Token | undefined): boolean =>
  typeof open === 'object' && one !== undefined && (open.isWide || typeof one === 'object' || !/[/:]/.test(one));
