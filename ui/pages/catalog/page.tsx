import { useTitle } from '../../parts/title.ts';
import { Catalog } from '../../wizard/catalog.tsx';

const CatalogPage = () => {
  useTitle('Catalog');
  return (
    <>
      <div class="page-head">
        <h1>Catalog</h1>
        <a class="button" href="new">
          Your own template
        </a>
      </div>
      <Catalog />
    </>
  );
};

export default CatalogPage;
