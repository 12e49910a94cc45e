// Plain JavaScript, preloaded by the scripts of package.json (`node --import ./local/guard.mjs …`): an older Node reads this,
// and cannot read the TypeScript that follows. Imported from there it would come too late.
const oldest = 24;

if (Number.parseInt(process.versions.node, 10) < oldest) {
  const remedy = 'run npm ci, then start it through npm (npm start); where npm ci brings no Node 24, install one';
  process.stderr.write(`toscanini needs Node ${oldest} or newer, and this is ${process.versions.node}: ${remedy}\n`);
  process.exit(1);
}
