"""Serves Canaille on loopback, with one user and one public client, until standard input ends.

Arguments: port, algorithm of the tokens, port of the redirect address. A line on standard input gives Canaille a new key for them, and drops the one before.
"""

import sys
import threading

from canaille import create_app
from canaille.app import models
from canaille.backends import Backend
from joserfc.jwk import ECKey, OKPKey, RSAKey
from werkzeug.serving import make_server

port, algorithm = int(sys.argv[1]), sys.argv[2]


def key(name):
    """A private key as Canaille takes it; it signs with `algorithm` because the client asks for it."""
    made = (
        ECKey.generate_key("P-256", auto_kid=True)
        if name.startswith("ES")
        else OKPKey.generate_key("Ed25519", auto_kid=True)
        if name.startswith("Ed")
        else RSAKey.generate_key(2048, auto_kid=True)
    )
    return made.as_dict(private=True)



other = key("RS256")


def keys():
    """Canaille wants an RSA key in any case. Of several that fit it signs with any: a second one would outlive a change."""
    own = key(algorithm)
    return [own] if own["kty"] == "RSA" else [own, other]


app = create_app(
    {
        "SECRET_KEY": "of-a-test",
        "SERVER_NAME": f"127.0.0.1:{port}",
        "PREFERRED_URL_SCHEME": "http",
        "CANAILLE": {"DATABASE": "memory", "JAVASCRIPT": False, "HTMX": False},
        "CANAILLE_OIDC": {"ACTIVE_JWKS": keys()},
    }
)

with app.app_context():
    backend = Backend.instance
    with backend.session():
        user = models.User(user_name="olga", family_name="Olga", formatted_name="Olga", emails=["olga@example.org"], password="secret")
        backend.save(user)
        client = models.Client(
            client_id="toscanini",
            client_name="Toscanini",
            client_uri="http://127.0.0.1",
            redirect_uris=[f"http://127.0.0.1:{int(sys.argv[3])}/"],
            token_endpoint_auth_method="none",
            grant_types=["authorization_code", "refresh_token"],
            response_types=["code"],
            scope=["openid", "email", "profile"],
            id_token_signed_response_alg=algorithm,
        )
        backend.save(client)
        client.audience = [client]
        backend.save(client)

server = make_server("127.0.0.1", port, app, threaded=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
print("ready", flush=True)
for _ in sys.stdin:
    app.config["CANAILLE_OIDC"]["ACTIVE_JWKS"] = keys()
    print("changed", flush=True)
server.shutdown()
