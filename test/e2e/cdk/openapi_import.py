"""Teaches MiniStack what API Gateway does with an OpenAPI document.

MiniStack makes a REST API of the `Body` in a template, but reads little of it: no `x-amazon-apigateway-any-method`, no answers of a mock, no
gateway responses. When the body changes it makes another API with another address, where CloudFormation calls PutRestApi, which keeps the API and
its stages and replaces what is below it. It puts no stage variable into the address of a function either. All this is done here, through
MiniStack's own control plane; the data plane is untouched.
"""
import json
import re

from ministack.services import apigateway_v1 as gateway
from ministack.services.cloudformation import provisioners

METHODS = {name: name.upper() for name in ('get', 'post', 'put', 'patch', 'delete', 'head', 'options')}
METHODS['x-amazon-apigateway-any-method'] = 'ANY'


def accepted(answer):
    status, _headers, body = answer
    if status >= 400:
        raise ValueError(f'the OpenAPI document is refused: {body!r}')
    return json.loads(body)


def resource_of(api_id, path):
    """The id of the resource of a path; those above it are made too."""
    resources = gateway._resources[api_id]
    current = next(id for id, one in resources.items() if one['path'] == '/')
    for part in filter(None, path.split('/')):
        below = (id for id, one in resources.items() if one.get('parentId') == current and one.get('pathPart') == part)
        found = next(below, None)
        current = found or accepted(gateway._create_resource(api_id, current, {'pathPart': part}))['id']
    return current


def put_operation(api_id, resource, method, operation):
    integration = operation['x-amazon-apigateway-integration']
    accepted(gateway._put_method(api_id, resource, method, {}))
    for status, response in operation['responses'].items():
        headers = {f'method.response.header.{name}': True for name in response.get('headers', {})}
        accepted(gateway._put_method_response(api_id, resource, method, status, {'responseParameters': headers}))
    given = {**integration, 'type': integration['type'].upper()}
    if 'passthroughBehavior' in given:
        given['passthroughBehavior'] = given['passthroughBehavior'].upper()
    accepted(gateway._put_integration(api_id, resource, method, given))
    for pattern, response in integration.get('responses', {}).items():
        selection = '' if pattern == 'default' else pattern
        mapped = {**response, 'selectionPattern': selection}
        accepted(gateway._put_integration_response(api_id, resource, method, response['statusCode'], mapped))


def put_document(api_id, document):
    """PutRestApi: the paths and gateway responses of the document, and no others."""
    resources = gateway._resources[api_id]
    for id in [id for id, one in resources.items() if one['path'] != '/']:
        del resources[id]
    for root in resources.values():
        root['resourceMethods'] = {}
    gateway._gateway_responses[api_id] = {}
    for path, operations in document['paths'].items():
        resource = resource_of(api_id, path)
        for key, operation in operations.items():
            put_operation(api_id, resource, METHODS[key], operation)
    for kind, response in document.get('x-amazon-apigateway-gateway-responses', {}).items():
        accepted(gateway._put_gateway_response(api_id, kind, response))


def import_document(document, given=None):
    api_id = accepted(gateway._create_rest_api({'name': document['info']['title'], **(given or {})}))['id']
    put_document(api_id, document)
    return api_id


gateway._import_rest_api = import_document

handlers = provisioners._RESOURCE_HANDLERS['AWS::ApiGateway::RestApi']
update_properties = handlers['update']


def update(physical_id, old, new, stack_name, logical_id=None):
    without_body = [{key: value for key, value in one.items() if key != 'Body'} for one in (old, new)]
    answer = update_properties(physical_id, *without_body, stack_name, logical_id)
    if new.get('Body') is not None and new['Body'] != old.get('Body'):
        put_document(physical_id, new['Body'])
    return answer


handlers['update'] = update

invoke = gateway._invoke_lambda_proxy_v1


async def invoke_with_variables(integration, api_id, stage_name, stage, *rest, **named):
    variables = stage.get('variables') or {}
    uri = re.sub(r'\$\{stageVariables\.(\w+)\}', lambda match: variables[match[1]], integration['uri'])
    return await invoke({**integration, 'uri': uri}, api_id, stage_name, stage, *rest, **named)


gateway._invoke_lambda_proxy_v1 = invoke_with_variables
