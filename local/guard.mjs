// Plain JavaScript, and loaded before anything else (`node --import ./local/guard.mjs …`, and as every tool's first import):
// an older Node must be able to read it, since it cannot read the TypeScript that follows.
const oldest = 24;

if (Number.parseInt(process.versions.node, 10) < oldest) {
  const remedy = 'run npm ci, then start it through npm (npm start); where npm ci brings no Node 24, install one';
  process.stderr.write(`toscanini needs Node ${oldest} or newer, and this is ${process.versions.node}: ${remedy}\n`);
  process.exit(1);
}
