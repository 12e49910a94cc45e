import { readFileSync } from 'node:fs';
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';

export interface Documented {
  /** package and version */
  readonly source: string;
  /** types of which a changed tag makes, or may make, another resource */
  readonly types: readonly string[];
}

/**
 * What the CDK's data says, which also holds AWS's older specification of resources. It names types that the resource schemas do
 * not name, and the other way round. Types of the macro AWS::Serverless are others by the time that they are made.
 */
export const replacedAsDocumented = (): Documented => {
  const all = loadAwsServiceSpecSync().all('resource');
  const types = all.flatMap(({ cloudFormationType: type, properties }) => {
    const replaces = properties['Tags']?.causesReplacement ?? 'no';
    return replaces === 'no' || type.startsWith('AWS::Serverless::') ? [] : [type];
  });
  return { source: `@aws-cdk/aws-service-spec ${installedVersion()}`, types };
};

const installedVersion = (): string => {
  const file = new URL('../../../node_modules/@aws-cdk/aws-service-spec/package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
};
