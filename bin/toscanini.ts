import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildApp } from '../lib/app.ts';
import type { ConfigurationInput } from '../lib/configuration.ts';

if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `toscanini needs Node 24 or newer, this is ${process.versions.node}: run it through npm (npm run synth, npx cdk deploy)`,
  );
  process.exit(1);
}
/** Teams with several installations keep a file for each: TOSCANINI_CONFIG says which. */
const file = process.env['TOSCANINI_CONFIG'] || resolve(import.meta.dirname, '../toscanini.config.ts');
const { default: configuration }: { default: ConfigurationInput } = await import(pathToFileURL(resolve(file)).href);
buildApp(configuration);
