import type { Json } from '../../tosca/topology.ts';
import { mapOf, textOf } from './capability-values.ts';

/** The name of an image as Docker takes it, or why there is none. */
export type ContainerImage = { readonly image: string } | { readonly why: string };

/** The image that an artifact names, with its repository in front; undefined: the artifact names none. */
export const imageOfArtifact = (artifact: Json | undefined): ContainerImage | undefined => {
  const { file, repository, repository_url: url } = mapOf(artifact);
  const name = textOf(artifact) ?? textOf(file);
  if (name === undefined) return undefined;
  if (textOf(repository) === undefined) return { image: name };
  const registry = registryOf(textOf(url));
  if (registry !== undefined) return { image: `${registry}${name}` };
  return {
    why: `takes its image from a repository ${textOf(repository)} without an address: declare it in repositories, or write it into the name of the image`,
  };
};

/** What a repository puts before the name of an image: nothing if it is Docker Hub. */
const registryOf = (address: string | undefined): string | undefined => {
  const place = address?.replace(/^https?:\/\//i, '').replace(/(?<!\/)\/+$/, '') ?? '';
  if (/^([\w-]+\.)*docker\.(io|com)(\/|$)/i.test(place)) return '';
  return place === '' ? undefined : `${place}/`;
};
