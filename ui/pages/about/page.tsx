import type { ComponentChildren } from 'preact';
import { useRead } from '../../data/read.ts';
import { service } from '../../data/service.ts';
import { Copy } from '../../parts/copy.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useTitle } from '../../parts/title.ts';
import { apiUrl, logins } from '../../session/session.ts';

const names: { readonly [service: string]: string } = {
  cpr_url: 'Cloud Provider Ranker',
  slam_url: 'SLAM',
  cmdb_url: 'CMDB',
  im_url: 'Infrastructure Manager',
  monitoring_url: 'Monitoring',
  vault_url: 'Vault',
};

/** Which service this is, who looks at it, and how to use it without this page. */
const AboutPage = () => {
  useTitle('About');
  const info = useRead(() => service.info(), []).value;
  const me = useRead(() => service.me(), []).value;
  const services = Object.entries(useRead(() => service.configuration(), []).value ?? {});
  const issuers = useRead(() => service.logins(), []).value ?? logins.value ?? [];
  return (
    <div class="about">
      <h1>About this service</h1>
      <Card title="Service">
        <Pair label="Version" text={info?.version ?? '…'} />
        <Pair label="Address of the API" text={apiUrl()} copy />
        <div>
          <dt>Description</dt>
          <dd>
            <a href={`${apiUrl()}/openapi.json`} target="_blank" rel="noopener noreferrer">
              openapi.json <Icon name="external" size={12} title="opens in a new tab" />
            </a>
          </dd>
        </div>
        {services
          .filter(([, address]) => address !== '')
          .map(([name, address]) => (
            <Pair key={name} label={names[name] ?? name} text={address} copy />
          ))}
      </Card>
      <Card title="You">
        <Pair label="Subject" text={me?.subject ?? '…'} copy />
        <Pair label="Issuer" text={me?.issuer ?? '…'} />
        <Pair label="Groups" text={groupsOf(me)} />
        <Pair label="Rights" text={me?.administrator ? 'administrator' : 'user'} />
      </Card>
      <Card title="Where users sign in">
        {issuers.map(({ issuer, name }) => (
          <Pair key={issuer} label={name} text={issuer} />
        ))}
        {issuers.length === 0 && <Pair label="Nowhere" text="users bring a token" />}
      </Card>
      <Card title="In a terminal">
        <Pair label="Sign in" text={`npx toscanini login ${apiUrl()}`} copy />
        <Pair label="List" text="npx toscanini ls" copy />
      </Card>
    </div>
  );
};

const groupsOf = (me: { readonly groups?: readonly string[] } | undefined): string => {
  if (me === undefined) return '…';
  if (me.groups === undefined) return 'the service reads no groups of this issuer';
  return me.groups.length === 0 ? 'none' : me.groups.join(', ');
};

const Card = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="card detail">
    <h2>{title}</h2>
    <dl class="pairs wide">{children}</dl>
  </section>
);

const Pair = ({ label, text, copy = false }: { label: string; text: string; copy?: boolean }) => (
  <div>
    <dt>{label}</dt>
    <dd class="mono">
      {text} {copy && <Copy text={text} what={label.toLowerCase()} />}
    </dd>
  </div>
);

export default AboutPage;
