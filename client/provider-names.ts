import type { DeploymentView } from './types.ts';

type Providers = readonly Pick<DeploymentView['providers'][number], 'id' | 'name'>[];

/** The name of a provider, where it is known. */
export const providerName = (id: string, providers: Providers): string =>
  providers.find((one) => one.id === id)?.name ?? id;

/** Texts of events name a provider by its id, which never changes; readers know it by its name. */
export const withProviderNames = (text: string, providers: Providers): string =>
  text.replaceAll(/(?<=\bprovider )[^\s,;]+/g, (word) => {
    const id = word.replace(/:$/, '');
    return `${providerName(id, providers)}${word.slice(id.length)}`;
  });
