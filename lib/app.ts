import { type App, type AppProps, PermissionsBoundary, type StackProps, Tags } from 'aws-cdk-lib';
import { type Configuration, type ConfigurationInput, configuration } from './configuration/configuration.ts';
import { type Place, refuseElsewhere, refuseOtherPartitions, refuseUntested } from './configuration/installation.ts';
import { usesOwnQueue } from './configuration/job-names.ts';
import { DataStack } from './data/data-stack.ts';
import { JobsStack } from './jobs/jobs-stack.ts';
import { CheckedApp } from './limits/checked-app.ts';
import { refuseLongNames } from './limits/role-names.ts';
import { ServiceStack } from './service-stack.ts';

/** The flags are here and not in cdk.json, so that the laptop and the tests build the same templates. */
const flags = {
  '@aws-cdk/core:enablePartitionLiterals': true,
  '@aws-cdk/core:checkSecretUsage': true,
  '@aws-cdk/core:defaultCrossStackReferences': 'strong',
  '@aws-cdk/aws-iam:minimizePolicies': true,
  // the line of code that made each construct: nobody reads it, and it takes a tenth of a synthesis
  'aws:cdk:disable-creation-stack-traces': true,
};

/**
 * Leaves out what the CDK's command line adds and what nobody reads after deployment. The reason: a template may have 1 MB,
 * and 48 functions fill it.
 */
const stripped = {
  '@aws-cdk/core:suppressTemplateIndentation': true,
  'aws:cdk:enable-path-metadata': false,
  'aws:cdk:enable-asset-metadata': false,
  'aws:cdk:version-reporting': false,
};

interface BuildProps extends AppProps {
  /** the folder that lib/bundles wrote */
  readonly bundles?: string;
  /** account and region of the credentials in use */
  readonly current?: Place;
}

/** Without an account and region in the configuration, the templates fit every account and region. */
const placeOf = ({ account, region }: Configuration): Pick<StackProps, 'env'> =>
  account === undefined && region === undefined
    ? {}
    : { env: { ...(account && { account }), ...(region && { region }) } };

/** For every role of a stack, those that the CDK makes for itself included. */
const boundaryOf = ({ permissionsBoundary }: Configuration): Pick<StackProps, 'permissionsBoundary'> =>
  permissionsBoundary === undefined ? {} : { permissionsBoundary: PermissionsBoundary.fromArn(permissionsBoundary) };

/**
 * The whole app. The stack `<name>-data` must outlive every deployment; `<name>-service` can be deployed again at any time.
 * Without bundles the templates can only be read, not deployed: the laptop and the tests build the app that way.
 */
export const buildApp = (input: ConfigurationInput, { bundles, current, ...props }: BuildProps = {}): App => {
  const values = configuration(input);
  refuseElsewhere(values, current ?? {});
  const region = values.region ?? current?.region;
  refuseUntested(region);
  refuseOtherPartitions(region, values.providers);
  const context = { ...flags, ...props.context };
  // nobody reads tree.json, which is for browsers of constructs, nor which line of code made a construct. The CDK's rules for
  // templates take five sixths of a synthesis: `npm run validate` asks them
  const left = { treeMetadata: false, stackTraces: false, builtinCloudFormationValidation: false };
  refuseLongNames(values, region);
  const app = new CheckedApp({ ...left, ...props, context, postCliContext: stripped, place: region });
  const { name } = values;
  const common = { ...placeOf(values), ...boundaryOf(values) };
  const description = 'Toscanini: tables, files and secrets';
  const data = new DataStack(app, `${name}-data`, values, { description, ...common });
  new ServiceStack(app, `${name}-service`, {
    configuration: values,
    data,
    bundles,
    description: 'Toscanini: API, functions and workflows',
    ...common,
  });
  // last, so that an account that cannot have another network still gets a service
  if (usesOwnQueue(values)) {
    new JobsStack(app, `${name}-jobs`, {
      configuration: values,
      data,
      description: 'Toscanini: the job queue',
      ...common,
    });
  }
  Tags.of(app).add('application', 'toscanini');
  return app;
};
