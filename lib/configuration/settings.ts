import { Token } from 'aws-cdk-lib';

type Variables = Readonly<Record<string, string>>;

/** The most bytes that Lambda accepts for all names and values together (AWS Lambda quotas, "Environment variables"). */
const mostBytes = 4_096;
/** The assumed length of a name that only CloudFormation knows, such as a bucket's or an ARN. */
const unknownBytes = 128;

export interface Divided {
  readonly environment: Variables;
  /** for settings.json beside the programs, which src/adapters/environment/environment.ts reads */
  readonly settings: Variables;
}

/**
 * Divides variables between the environment and a file beside the programs. JSON that is known at synthesis goes into the
 * file, so that long lists fit.
 */
export const divided = (variables: Variables): Divided => {
  const entries = Object.entries(variables);
  const isSetting = ([, value]: readonly [string, string]) => /^[[{]/.test(value) && !Token.isUnresolved(value);
  return {
    environment: Object.fromEntries(entries.filter((entry) => !isSetting(entry))),
    settings: Object.fromEntries(entries.filter(isSetting)),
  };
};

/** Says why Lambda would refuse these variables, as CloudFormation gets them; empty when it accepts them. */
export const tooLong = (entry: string, environment: Readonly<Record<string, unknown>>): readonly string[] => {
  const sizes = Object.entries(environment).map(([name, value]) => ({ name, bytes: name.length + bytesOf(value) }));
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0);
  if (bytes <= mostBytes) return [];
  const [longest] = sizes.toSorted((a, b) => b.bytes - a.bytes);
  return [
    `the environment of ${entry} would have about ${bytes} bytes; Lambda allows ${mostBytes}: ` +
      `${longest?.name} is the longest, with ${longest?.bytes}; make it shorter in toscanini.config.ts`,
  ];
};

/** Parameters of CloudFormation, with the most characters that they have. */
const pseudo: Readonly<Record<string, number>> = {
  'AWS::AccountId': 12,
  'AWS::Partition': 10,
  'AWS::Region': 16,
  'AWS::URLSuffix': 20,
};

const bytesOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  const known = pseudo[(value as { readonly Ref?: string }).Ref ?? ''];
  if (known !== undefined) return known;
  const [, parts] = (value as { readonly 'Fn::Join'?: readonly [string, readonly unknown[]] })['Fn::Join'] ?? [];
  return parts === undefined ? unknownBytes : parts.reduce<number>((sum, part) => sum + bytesOf(part), 0);
};
