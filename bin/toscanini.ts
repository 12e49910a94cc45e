import { buildApp } from '../lib/app.ts';
import configuration from '../toscanini.config.ts';

if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `toscanini needs Node 24 or newer, this is ${process.versions.node}: run it through npm (npm run synth, npx cdk deploy)`,
  );
  process.exit(1);
}
buildApp(configuration);
