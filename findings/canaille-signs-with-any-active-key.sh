#!/usr/bin/env bash
# Canaille 0.3.6 (PyPI), an OpenID Connect issuer: CANAILLE_OIDC.ACTIVE_JWKS is a list of keys.
# Guess: the first active key signs, so a key is rotated by putting a new one before it.
# Outcome: every token is signed with a random one of the active RSA keys, even with another key first. An old key signs
# until it is moved to INACTIVE_JWKS, so a verifier meets both keys, in no order, for as long as both are active.
# We read an issuer's keys anew for each key that is not known (docs/decisions/0056).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'canaille[front,oidc,server]==0.3.6' 'authlib==1.9.10' 'joserfc==1.8.0'
"$folder/venv/bin/python" - <<'PY' 2>/dev/null
import sys
from importlib.metadata import version
from canaille import create_app
from joserfc.jwk import OKPKey, RSAKey

keys = [OKPKey.generate_key("Ed25519", auto_kid=True), RSAKey.generate_key(2048, auto_kid=True), RSAKey.generate_key(2048, auto_kid=True)]
app = create_app({
    "SECRET_KEY": "x", "SERVER_NAME": "127.0.0.1:5000", "CANAILLE": {"DATABASE": "memory"},
    "CANAILLE_OIDC": {"ACTIVE_JWKS": [key.as_dict(private=True) for key in keys]},
})
from canaille.oidc.provider import get_jwt_config
with app.app_context(), app.test_request_context():
    used = [get_jwt_config(None) for _ in range(40)]
counts = [sum(one["kid"] == key.kid for one in used) for key in keys]
print("canaille", version("canaille"), "- 40 tokens, keys active in this order: Ed25519, RSA, RSA")
print("signed with each:", counts, "algorithms:", sorted({one["alg"] for one in used}))
# the chance that one of two keys signs all 40 is 2 in 10^12
sys.exit(0 if counts[0] == 0 and counts[1] > 0 and counts[2] > 0 else 1)
PY
