/**
 * What a machine runs to read its secret inputs from Parameter Store, and to mask them in what it prints. It is Python,
 * with nothing but its own library: cloud-init needs Python on every image, while the `aws` command is only on Amazon's,
 * and curl signs requests with all their headers only since 7.86, which Ubuntu 22.04 and Debian 11 do not have. It knows
 * the variables with which every SDK of AWS can be led to other addresses, such as those of a private endpoint.
 */
export const secretReader = `\
import base64, json, os, re, sys, urllib.parse

if sys.argv[1] == "fetch":
    import datetime, gzip, hashlib, hmac, time, urllib.error, urllib.request

TRIES = 6


class Refused(Exception):
    pass


def ask(request, opener):
    for left in reversed(range(TRIES)):
        try:
            with opener.open(request(), timeout=10) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            said = error.read().decode(errors="replace")
            passing = error.code >= 500 or error.code == 429 or "Throttl" in said
            if not passing or left == 0:
                raise Refused("%s %s" % (error.code, said))
        except OSError as error:
            if left == 0:
                raise Refused(str(error))
        time.sleep(2 ** (TRIES - 1 - left) / 4)


ours = os.environ.get("AWS_EC2_METADATA_SERVICE_ENDPOINT", "http://169.254.169.254").rstrip("/") + "/latest/"


def metadata():
    # it is on the machine itself: no proxy stands between
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    ttl = {"X-aws-ec2-metadata-token-ttl-seconds": "60"}
    try:
        token = ask(lambda: urllib.request.Request(ours + "api/token", b"", ttl, method="PUT"), direct)
        header = {"X-aws-ec2-metadata-token": token}
        about = lambda path: ask(lambda: urllib.request.Request(ours + "meta-data/" + path, headers=header), direct)
        role = about("iam/security-credentials/").split("\\n")[0].strip()
        credentials = json.loads(about("iam/security-credentials/" + role))
        return credentials, about("placement/region").strip(), about("services/domain").strip()
    except Refused as error:
        raise Refused("the metadata service of this machine gives no credentials: %s" % error)


def signed(url, target, body, credentials, region):
    host = urllib.parse.urlsplit(url).netloc
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")
    headers = {
        "content-type": "application/x-amz-json-1.1",
        "host": host,
        "x-amz-date": now,
        "x-amz-security-token": credentials["Token"],
        "x-amz-target": target,
    }
    names = ";".join(sorted(headers))
    lines = "".join("%s:%s\\n" % (name, headers[name]) for name in sorted(headers))
    wanted = "\\n".join(["POST", "/", "", lines, names, hashlib.sha256(body).hexdigest()])
    scope = "%s/%s/ssm/aws4_request" % (now[:8], region)
    text = "\\n".join(["AWS4-HMAC-SHA256", now, scope, hashlib.sha256(wanted.encode()).hexdigest()])
    key = ("AWS4" + credentials["SecretAccessKey"]).encode()
    for part in scope.split("/"):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    signature = hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
    headers["authorization"] = "AWS4-HMAC-SHA256 Credential=%s/%s, SignedHeaders=%s, Signature=%s" % (
        credentials["AccessKeyId"], scope, names, signature)
    return urllib.request.Request(url, body, headers, method="POST")


def parameter(name, credentials, region, domain):
    url = os.environ.get("AWS_ENDPOINT_URL_SSM") or os.environ.get("AWS_ENDPOINT_URL")
    url = (url or "https://ssm.%s.%s" % (region, domain)).rstrip("/") + "/"
    body = json.dumps({"Name": name, "WithDecryption": True}).encode()
    request = lambda: signed(url, "AmazonSSM.GetParameter", body, credentials, region)
    try:
        packed = json.loads(ask(request, urllib.request.build_opener()))["Parameter"]["Value"]
    except Refused as error:
        raise Refused(
            "this machine cannot read a secret input of its operation: %s. Its instance profile needs ssm:GetParameter "
            "for parameters below /toscanini/operations that are tagged for this machine" % error)
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def fetch(folder, *wanted):
    credentials, region, domain = metadata()
    os.mkdir(folder + "/values")
    found = {}
    for one in wanted:
        name, of = one.split("=", 1)
        kept = parameter(of, credentials, region, domain)
        found[name] = kept["value"]
        with open(folder + "/values/" + name, "wb") as file:
            file.write(kept["text"].encode("utf-8", "surrogatepass"))
    with open(folder + "/all.json", "w") as file:
        json.dump(found, file)


def merge(folder, inputs):
    with open(inputs) as given, open(folder + "/all.json") as secret, open(folder + "/inputs.json", "w") as all:
        json.dump({**json.load(given), **json.load(secret)}, all)


def texts(value):
    if isinstance(value, dict):
        return [text for one in value.values() for text in texts(one)]
    if isinstance(value, list):
        return [text for one in value for text in texts(one)]
    return [] if value is None or isinstance(value, bool) else [str(value)]


def spellings(text):
    yield text
    yield json.dumps(text)[1:-1]
    yield json.dumps(text, ensure_ascii=False)[1:-1]
    yield urllib.parse.quote(text, safe="!~*'()")
    yield base64.b64encode(text.encode("utf-8", "surrogatepass")).decode().rstrip("=")
    if "\\n" in text:
        yield from (line.strip() for line in text.split("\\n"))


def show(folder, out, most_out, error, most_error):
    values = folder + "/values"
    with open(folder + "/all.json") as secret:
        known = texts(json.load(secret))
    for name in os.listdir(values):
        with open(values + "/" + name, encoding="utf-8", errors="surrogatepass", newline="") as text:
            known.append(text.read())
    known = sorted({one for text in known for one in spellings(text) if len(one) >= 4}, key=len, reverse=True)
    known = [one.encode("utf-8", "surrogatepass") for one in known]
    sys.stdout.buffer.write(masked(known, out, int(most_out)))
    sys.stderr.buffer.write(masked(known, error, int(most_error)))


def masked(known, file, most):
    with open(file, "rb") as printed:
        size = printed.seek(0, 2)
        begin = max(0, size - 1000000)
        printed.seek(begin)
        text = printed.read()
    if known:
        text = re.sub(b"|".join(map(re.escape, known)), b"********", text)
        # the beginning may hold the end of a secret that was cut
        text = text[len(known[0]) :] if begin > 0 else text
    return text[-most:]


try:
    {"fetch": fetch, "merge": merge, "show": show}[sys.argv[1]](*sys.argv[2:])
except Refused as error:
    sys.exit(str(error))
`;
