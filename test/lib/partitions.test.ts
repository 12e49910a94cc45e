import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { describe, expect, it } from 'vitest';
import { buildApp } from '../../lib/app.ts';
import type { Place } from '../../lib/configuration/installation.ts';
import { everything as all } from './grants-page.ts';

/** But for what has its ARN in the configuration. */
const everything = { ...all, kmsKeys: [], files: { ...all.files, producers: ['222222222222'] } };

interface Partition {
  /** as in ARNs */
  readonly name: string;
  readonly region: string;
  /** of its services' addresses */
  readonly suffix: string;
  readonly consoleHost: string;
}

const partitions: readonly Partition[] = [
  { name: 'aws', region: 'eu-south-1', suffix: 'amazonaws.com', consoleHost: 'console.aws.amazon.com' },
  { name: 'aws-cn', region: 'cn-north-1', suffix: 'amazonaws.com.cn', consoleHost: 'console.amazonaws.cn' },
  { name: 'aws-us-gov', region: 'us-gov-west-1', suffix: 'amazonaws.com', consoleHost: 'console.amazonaws-us-gov.com' },
];

type Json = null | string | number | boolean | readonly Json[] | { readonly [key: string]: Json };
interface Template {
  readonly Mappings?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
}

/** A template with everything in it that differs by partition filled in as CloudFormation does there; the rest stays. */
const filledIn = (value: Json, { name, region, suffix }: Partition, template: Template): Json => {
  const pseudo: Readonly<Record<string, string>> = {
    'AWS::Partition': name,
    'AWS::Region': region,
    'AWS::URLSuffix': suffix,
    'AWS::AccountId': '111111111111',
  };
  const fill = (one: Json): Json => {
    if (typeof one !== 'object' || one === null) return one;
    if (Array.isArray(one)) return one.map(fill);
    const object = one as { readonly [key: string]: Json };
    const reference = pseudo[String(object['Ref'])];
    if (reference !== undefined) return reference;
    const join = fill(object['Fn::Join'] ?? null) as [string, Json[]] | null;
    if (join !== null)
      return join[1].map((part) => (typeof part === 'string' ? part : `<${JSON.stringify(part)}>`)).join(join[0]);
    const [map, first, second] = (fill(object['Fn::FindInMap'] ?? null) ?? []) as string[];
    if (map !== undefined) return template.Mappings?.[map]?.[first ?? '']?.[second ?? ''] ?? 'not in the map';
    return Object.fromEntries(Object.entries(object).map(([key, inner]) => [key, fill(inner)]));
  };
  return fill(value);
};

interface Text {
  /** keys down to it */
  readonly path: string;
  readonly text: string;
}

const textsIn = (value: Json, path = ''): readonly Text[] => {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner as Json, `${path}/${key}`));
};

/** Who may do something is named alike in all partitions, as KMS names the service that it is asked by; but for those that name a region. */
const sameEverywhere = ({ path, text }: Text): boolean =>
  (/(Principal|Service(\/\d+)?)$/.test(path) && /^[a-z0-9.]+\.amazonaws\.com$/.test(text)) ||
  /kms:ViaService|iam:PassedToService/.test(path);

const wrongIn = (text: Text, { name, suffix, consoleHost }: Partition): boolean => {
  const arns = [...text.text.matchAll(/\barn:([a-z-]*):/g)].filter(([, partition]) => partition !== name);
  const domains = [...text.text.replace(consoleHost, '').matchAll(/[a-z0-9>]\.(amazonaws\.[a-z]+(?:\.cn)?)\b/g)];
  const foreign = domains.filter(([, domain]) => domain !== suffix && !sameEverywhere(text));
  return arns.length + foreign.length > 0;
};

/** By account and region: several tests look at the same synthesis. */
const made = new Map<string, CloudAssembly>();

const assemblyIn = (env: Place): CloudAssembly => {
  const key = JSON.stringify(env);
  const assembly = made.get(key) ?? buildApp({ ...everything, ...env }).synth();
  made.set(key, assembly);
  return assembly;
};

/** Everything that is deployed, as it stands in a partition: both templates, and the definitions of the workflows. */
const deployedIn = (env: Place, partition: Partition): readonly Text[] => {
  const { directory, stacks } = assemblyIn(env);
  return stacks.flatMap(({ template, stackName }) => {
    const { Resources, Outputs } = template;
    const filled = filledIn({ Resources, Outputs }, partition, template);
    const machines = Object.values((filled as unknown as Filled).Resources).filter(
      ({ Type }) => Type === 'AWS::StepFunctions::StateMachine',
    );
    return [
      ...textsIn(filled, stackName),
      ...machines.flatMap(({ Properties }) => textsIn(definitionOf(directory, Properties), 'definition')),
    ];
  });
};

interface Filled {
  readonly Resources: Readonly<Record<string, Machine>>;
}

interface Machine {
  readonly Type: string;
  readonly Properties: {
    readonly DefinitionS3Location: { readonly Key: string };
    readonly DefinitionSubstitutions: Readonly<Record<string, Json>>;
  };
}

const definitionOf = (
  directory: string,
  { DefinitionS3Location, DefinitionSubstitutions }: Machine['Properties'],
): Json => {
  const text = readFileSync(join(directory, `asset.${DefinitionS3Location.Key}`), 'utf8');
  return JSON.parse(
    text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
      const value = DefinitionSubstitutions[name];
      return typeof value === 'string' ? value : 'what another resource is called';
    }),
  );
};

const account = '111111111111';
const builds = partitions.flatMap((partition) => [
  { partition, how: 'where the region is known', env: { account, region: partition.region } },
  { partition, how: 'where only CloudFormation knows the region', env: {} },
]);

describe('what is deployed', () => {
  it.each(builds)('names nothing of another partition: $partition.name, $how', ({ partition, env }) => {
    const texts = deployedIn(env, partition);
    expect(texts.length).toBeGreaterThan(2_000);
    expect(texts.filter((text) => wrongIn(text, partition))).toEqual([]);
    const url = texts.find(({ path }) => path.includes('DashboardUrl/Value'))?.text;
    expect(url).toContain(
      `https://${partition.region}.${partition.consoleHost}/cloudwatch/home?region=${partition.region}#`,
    );
  });

  it('starts nested workflows by the ARN of the partition', () => {
    for (const partition of partitions) {
      const texts = deployedIn({ account, region: partition.region }, partition);
      const named = texts.filter(({ text }) => text.endsWith(':states:::states:startExecution.sync:2'));
      expect(named.map(({ text }) => text)).toEqual([`arn:${partition.name}:states:::states:startExecution.sync:2`]);
    }
  });

  it('would be found wrong, were it of another one', () => {
    const china = partitions[1] as Partition;
    const wrong = (path: string, text: string) => wrongIn({ path, text }, china);
    expect(wrong('Resource', 'arn:aws:states:::states:startExecution.sync:2')).toBe(true);
    expect(wrong('Value', 'https://x.execute-api.cn-north-1.amazonaws.com/')).toBe(true);
    expect(wrong('Value', 'https://x.execute-api.cn-north-1.amazonaws.com.cn/')).toBe(false);
    expect(wrong('Principal/Service', 'lambda.amazonaws.com')).toBe(false);
    expect(wrong('Resource', 'arn:aws-cn:s3:::files')).toBe(false);
  });
});

describe('the key of the installation', () => {
  /** `StringLike` of IAM */
  const like = (pattern: string) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);

  it.each(partitions)('opens what services keep under it, by whichever name they have in $name', (partition) => {
    const { region, suffix } = partition;
    const texts = deployedIn({ account, region }, partition);
    const patterns = new Set(texts.filter(({ path }) => path.includes('kms:ViaService')).map(({ text }) => text));
    for (const service of ['dynamodb', 's3', 'secretsmanager'])
      for (const name of [`${service}.${region}.amazonaws.com`, `${service}.${region}.${suffix}`])
        expect(
          [...patterns].filter((pattern) => like(pattern).test(name)),
          name,
        ).not.toEqual([]);
  });
});
