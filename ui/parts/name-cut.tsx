import { nameEnds } from './name-ends.ts';

/** A name in one line. Where there is no room for it, its middle is left out. */
export const NameCut = ({ name }: { readonly name: string }) => {
  const [start, end] = nameEnds(name);
  if (end === '') return <span class="name-cut">{name}</span>;
  return (
    <span class="name-cut" title={name}>
      <span>{start}</span>
      <span>{end}</span>
    </span>
  );
};
