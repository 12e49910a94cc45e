/** A statement of a policy as CloudFormation has it. */
export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | readonly string[];
  /** absent in the policy of a topic's or key's own document only where AWS implies it */
  readonly Resource?: unknown;
  readonly Principal?: Readonly<Record<string, unknown>> | string;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** `Deployments`, `Files/templates/*`, `createdeployment`: a resource without accounts, partitions and hashes. */
export const kind = (resource: unknown): string =>
  flat(resource)
    .replace(/arn:[^:]*:([\w-]+):[^:]*:[^:]*:/, '$1:')
    .replaceAll(/[\w-]+:ExportsOutput(?:FnGetAtt|Ref)([A-Za-z]+?)[0-9A-F]{8}(?:[A-Z][A-Za-z]*?)?[0-9A-F]{8}/g, '$1')
    .replaceAll(/([A-Za-z]+?)(?:StateMachine)?[0-9A-F]{8}\b/g, '$1');

/** `StringEquals kms:ViaService = s3.Region.amazonaws.com`; nothing where nothing is asked. */
export const conditionOf = ({ Condition = {} }: Statement): string =>
  Object.entries(Condition)
    .flatMap(([operator, asked]) =>
      Object.entries(asked).map(([key, value]) => `${operator} ${key} = ${listOf(value).map(kind).join(' or ')}`),
    )
    .join(' and ');

/** A CloudFormation expression as one text. */
export const flat = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value);
  const [[name, inner] = ['', '']] = Object.entries(value);
  if (name === 'Fn::Join') return (inner as [string, unknown[]])[1].map(flat).join((inner as [string, unknown[]])[0]);
  if (name === 'Fn::GetAtt') return String((inner as [string, string])[0]);
  if (name === 'Fn::ImportValue') return flat(inner);
  if (name === 'Fn::Select') return flat((inner as [string, unknown])[1]);
  if (name === 'Fn::Split') return flat((inner as [string, unknown])[1]);
  return String(inner).replace('AWS::', '');
};
