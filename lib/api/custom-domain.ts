import { EndpointType, SecurityPolicy, type SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import type * as v from 'valibot';
import type { customDomain } from '../configuration/gateway-configuration.ts';

/**
 * Serves the API under the team's own domain name. Returns the target for the DNS record; undefined when this stack makes
 * the record in Route 53.
 */
export const addDomain = (api: SpecRestApi, given: v.InferOutput<typeof customDomain>): string | undefined => {
  const domain = api.addDomainName('Domain', {
    domainName: given.name,
    certificate: Certificate.fromCertificateArn(api, 'Certificate', given.certificateArn),
    endpointType: EndpointType.REGIONAL,
    securityPolicy: SecurityPolicy.TLS_1_2,
  });
  if (given.hostedZone === undefined) return domain.domainNameAliasDomainName;
  const { id: hostedZoneId, name: zoneName } = given.hostedZone;
  new ARecord(api, 'DomainRecord', {
    zone: HostedZone.fromHostedZoneAttributes(api, 'Zone', { hostedZoneId, zoneName }),
    recordName: given.name,
    target: RecordTarget.fromAlias(new ApiGatewayDomain(domain)),
  });
  return undefined;
};
