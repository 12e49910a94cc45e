import { useEffect, useState } from 'preact/hooks';
import type { Info } from '../../../client/types.ts';
import { service } from '../../data/service.ts';
import { useTitle } from '../../parts/title.ts';
import { toastError } from '../../parts/toast.tsx';
import { apiUrl } from '../../session/session.ts';

const AboutPage = () => {
  useTitle('About');
  const [info, setInfo] = useState<Info>();
  useEffect(() => {
    service.info().then(setInfo, toastError);
  }, []);
  return (
    <>
      <h1>About this service</h1>
      <p>
        Toscanini {info?.version} at <code>{apiUrl()}</code>
      </p>
    </>
  );
};

export default AboutPage;
