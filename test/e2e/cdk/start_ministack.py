"""Starts MiniStack on loopback.

A Lambda function's error reaches Step Functions under the name of its `errorType`, which is the JavaScript error's own
name; the workflows retry and catch by it. MiniStack's worker for Node drops that name, and reports every error as
`Runtime.HandlerError`. What follows hands it through: the worker writes the object that Lambda's own runtime would send, in
the place of the bare message, and MiniStack's executor is wrapped to read it.

An alarm on a query or an expression (`Metrics`), which CloudFormation takes, is refused by MiniStack. It is made as an alarm on
a metric that nobody writes, which shows as much here: none fires. A saved query of Logs Insights, which it does not know, is taken
and kept by nobody: there is no Logs Insights here.

A state that starts an Express workflow (`aws-sdk:sfn:startSyncExecution`) may give its input as an object, which Step Functions writes as
JSON since the call takes a string. MiniStack passes the object on, and then fails; here it is written as JSON. openapi_import.py does what
API Gateway does with an OpenAPI document. Nothing else of MiniStack is changed.
"""
import json
import os

import openapi_import  # noqa: F401
import uvicorn
from ministack.core import lambda_runtime
from ministack.services import lambda_svc, stepfunctions
from ministack.services.cloudformation import provisioners

REPORT = 'JSON.stringify({ errorType: ERROR.name, errorMessage: String(ERROR.message || ERROR) })'
BARE_AND_NAMED = [
    ("error: String(err.message || err), trace:", f"error: {REPORT.replace('ERROR', 'err')}, trace:"),
    ("error: e.message, trace:", f"error: {REPORT.replace('ERROR', 'e')}, trace:"),
]

for bare, named in BARE_AND_NAMED:
    if lambda_runtime._NODEJS_WORKER_SCRIPT.count(bare) != 1:
        raise SystemExit("this release of MiniStack reports errors in another way: mend start_ministack.py")
    lambda_runtime._NODEJS_WORKER_SCRIPT = lambda_runtime._NODEJS_WORKER_SCRIPT.replace(bare, named)

execute = lambda_svc._execute_function_warm


def execute_with_error_names(func, event, request_id):
    result = execute(func, event, request_id)
    body = result.get("body")
    if result.get("error") and isinstance(body, dict):
        try:
            named = json.loads(body["errorMessage"])
        except (KeyError, ValueError):
            return result
        if isinstance(named, dict) and "errorType" in named:
            result["body"] = named
    return result


lambda_svc._execute_function_warm = execute_with_error_names

start_sync_execution = stepfunctions._start_sync_execution


def start_sync_execution_of_any_input(data):
    given = data.get("input", "{}")
    return start_sync_execution({**data, "input": given if isinstance(given, str) else json.dumps(given)})


stepfunctions._start_sync_execution = start_sync_execution_of_any_input

record = provisioners._cw_metric_alarm_record


def record_of_any_metric(name, props):
    queries = props.get("Metrics")
    if not queries:
        return record(name, props)
    plain = {key: value for key, value in props.items() if key != "Metrics"}
    return record(name, {**plain, "MetricName": queries[0]["Id"], "Namespace": "Queries"})


provisioners._cw_metric_alarm_record = record_of_any_metric

provisioners._RESOURCE_HANDLERS.setdefault("AWS::Logs::QueryDefinition", {
    "create": lambda logical_id, props, stack_name: (f"query-{logical_id}", {}),
    "delete": lambda physical_id, props: None,
})

uvicorn.run(
    "ministack.app:app",
    host="127.0.0.1",
    port=int(os.environ["GATEWAY_PORT"]),
    log_level="warning",
    access_log=False,
    # MiniStack sends its own, and the SDK makes no time of two
    date_header=False,
    server_header=False,
)
