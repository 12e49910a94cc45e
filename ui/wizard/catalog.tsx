import { useState } from 'preact/hooks';
import type { CatalogItem } from '../../client/types.ts';
import { useRead } from '../data/read.ts';
import { service } from '../data/service.ts';
import { Icon } from '../parts/icon.tsx';
import { Awaited } from '../parts/notice.tsx';
import { SearchField } from '../parts/search-field.tsx';

interface CatalogProps {
  readonly heading?: string;
  /** address below which an entry is opened */
  readonly at?: string;
}

/** The templates that the installation offers. An icon of another origin is not loaded: the page talks to its own service only. */
export const Catalog = ({ heading, at = 'new' }: CatalogProps) => {
  const { value, problem } = useRead(() => service.catalog(), []);
  const [text, setText] = useState('');
  if (value === undefined) return <Awaited what="the catalog" problem={problem} />;
  const found = value.filter((item) => fits(item, text));
  return (
    <section class="catalog" aria-label="Catalog">
      <div class="page-head">
        {heading !== undefined && <h2>{heading}</h2>}
        {value.length > 6 && (
          <SearchField label="Search the catalog" placeholder="Search" value={text} onInput={setText} />
        )}
      </div>
      {value.length === 0 && (
        <p class="soft">
          The catalog is empty. An operator fills it with templates below <code>catalog/</code> in the bucket of files.
        </p>
      )}
      {value.length > 0 && found.length === 0 && <p class="soft">Nothing in the catalog fits “{text}”.</p>}
      <ul class="catalog-cards">
        {found.map((item) => (
          <Entry key={item.name} item={item} at={at} />
        ))}
      </ul>
    </section>
  );
};

const fits = ({ name, title, description = '', tags }: CatalogItem, text: string): boolean =>
  [name, title, description, ...tags].join(' ').toLowerCase().includes(text.trim().toLowerCase());

interface EntryProps {
  readonly item: CatalogItem;
  readonly at: string;
}

const Entry = ({ item: { name, title, description, tags, problems }, at }: EntryProps) => (
  <li>
    <a class="card catalog-card" href={`${at}/${encodeURIComponent(name)}`}>
      <span class="catalog-icon">
        <Icon name="box" size={20} />
      </span>
      <strong>{title}</strong>
      {description !== undefined && <span class="soft">{description}</span>}
      {tags.length > 0 && (
        <span class="tags">
          {tags.map((tag) => (
            <span key={tag} class="chip">
              {tag}
            </span>
          ))}
        </span>
      )}
      {problems.map((problem) => (
        <span key={problem} class="form-warning">
          {problem}
        </span>
      ))}
    </a>
  </li>
);
