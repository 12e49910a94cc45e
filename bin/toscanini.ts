import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { App } from 'aws-cdk-lib';
import { BUNDLING_STACKS } from 'aws-cdk-lib/cx-api';
import { writeBundles } from '../lib/bundles/bundles.ts';
import type { ConfigurationInput } from '../lib/configuration/configuration.ts';
import { refusePlaceholders } from '../lib/configuration/placeholders.ts';

/** TOSCANINI_CONFIG names the configuration file. A team with several installations has one file for each. */
const file = process.env['TOSCANINI_CONFIG'] || resolve(import.meta.dirname, '../toscanini.config.ts');
const { default: configuration }: { default: ConfigurationInput } = await import(pathToFileURL(resolve(file)).href);
/** Account and region of the credentials in use, as the CDK found them. */
const current = { account: process.env['CDK_DEFAULT_ACCOUNT'], region: process.env['CDK_DEFAULT_REGION'] };

/**
 * An empty list means that the templates need no bundles. The CDK sets it for commands that need only names (`cdk list`,
 * `cdk destroy`); the laptop sets it too.
 */
const wanted: unknown = new App({ autoSynth: false }).node.tryGetContext(BUNDLING_STACKS);
const withoutBundles = Array.isArray(wanted) && wanted.length === 0;
if (!withoutBundles) refusePlaceholders(configuration);
/** A folder with the programs, which goes when the CDK has copied it into the cloud assembly. */
const bundled = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'toscanini-bundles-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await writeBundles(folder);
  return folder;
};

// esbuild is a process of its own: it bundles while Node reads the constructs
const [bundles, { buildApp }] = await Promise.all([withoutBundles ? undefined : bundled(), import('../lib/app.ts')]);
/** The CDK's own rules for templates: with this context a template that breaks one is an error. `npm run validate` asks them. */
const rules = { builtinCloudFormationValidation: true, context: { '@aws-cdk/core:validateAgainstDefaultRules': true } };
const options = { current, ...(process.env['CDK_VALIDATION'] === 'true' && rules) };
buildApp(configuration, bundles === undefined ? options : { ...options, bundles });
