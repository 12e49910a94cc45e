/** The address of a worker's program: lib/bundles/dashboard.ts. */
declare module '*?worker' {
  const address: string;
  export default address;
}
