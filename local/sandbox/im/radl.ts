export type Scalar = string | number;

/** One element of `radl`: a network, then the system. */
export type Radl = { readonly [key: string]: Scalar };
