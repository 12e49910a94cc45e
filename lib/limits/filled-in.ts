/** Parameters of CloudFormation, with texts of the most characters that they have. */
const pseudo: Readonly<Record<string, string>> = {
  'AWS::AccountId': '111111111111',
  'AWS::Partition': 'aws-us-gov',
  'AWS::Region': 'ap-southeast-1',
  'AWS::StackName': 'x'.repeat(48),
  'AWS::URLSuffix': 'amazonaws.com.cn',
};

/** As long as the longest ARNs and names that only CloudFormation knows. */
const unknown = 'x'.repeat(120);

/** A part of a template as CloudFormation fills it in, at most as long. `region`: absent: a long one. */
export const filledIn = (value: unknown, region?: string): unknown => {
  if (Array.isArray(value)) return value.map((one) => filledIn(one, region));
  if (typeof value !== 'object' || value === null) return value;
  const [[name, inner] = ['', undefined]] = Object.entries(value);
  if (name === 'Fn::Join') {
    const [by, parts] = inner as [string, unknown[]];
    return parts.map((part) => filledIn(part, region)).join(by);
  }
  if (name === 'Ref') return inner === 'AWS::Region' && region !== undefined ? region : (pseudo[`${inner}`] ?? unknown);
  if (name.startsWith('Fn::')) return unknown;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filledIn(one, region)]));
};
