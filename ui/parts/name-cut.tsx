import { nameEnds } from './name-ends.ts';

/** A name in one line. Where there is no room for it, its middle is left out. */
export const NameCut = ({ name }: { readonly name: string }) => (
  <span class="name-cut" title={name}>
    {nameEnds(name).map((part) => (
      <span>{part}</span>
    ))}
  </span>
);
