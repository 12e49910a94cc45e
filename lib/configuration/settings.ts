import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Token } from 'aws-cdk-lib';

type Variables = Readonly<Record<string, string>>;

/** Lambda takes so many bytes of names and values together (AWS Lambda quotas, "Environment variables"). */
const mostBytes = 4_096;
/** What a name that only CloudFormation knows may come to, such as a bucket's or an ARN. */
const unknownBytes = 128;

export interface Divided {
  readonly environment: Variables;
  /** for the file */
  readonly settings: Variables;
}

/** What is JSON and known when the app is synthesised goes into a file beside the program, so that lists of any length find room. */
export const divided = (variables: Variables): Divided => {
  const entries = Object.entries(variables);
  const isSetting = ([, value]: readonly [string, string]) => /^[[{]/.test(value) && !Token.isUnresolved(value);
  return {
    environment: Object.fromEntries(entries.filter((entry) => !isSetting(entry))),
    settings: Object.fromEntries(entries.filter(isSetting)),
  };
};

/** `settings.json` of a function's folder, which src/adapters/environment/environment.ts reads. */
export const writeSettings = (folder: string, settings: Variables): void => {
  if (Object.keys(settings).length > 0) writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
};

/** Why these variables, as CloudFormation gets them, cannot be installed; none when they can. */
export const tooLong = (entry: string, environment: Readonly<Record<string, unknown>>): readonly string[] => {
  const sizes = Object.entries(environment).map(([name, value]) => ({ name, bytes: name.length + bytesOf(value) }));
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0);
  if (bytes <= mostBytes) return [];
  const [longest] = sizes.toSorted((a, b) => b.bytes - a.bytes);
  return [
    `the environment of ${entry} would have about ${bytes} bytes, and Lambda takes ${mostBytes}: ` +
      `${longest?.name} is the longest, with ${longest?.bytes}; shorten what toscanini.config.ts says there`,
  ];
};

const bytesOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  const [, parts] = (value as { readonly 'Fn::Join'?: readonly [string, readonly unknown[]] })['Fn::Join'] ?? [];
  return parts === undefined ? unknownBytes : parts.reduce<number>((sum, part) => sum + bytesOf(part), 0);
};
