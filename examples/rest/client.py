"""A client of the REST interface in plain Python: python3 examples/rest/client.py [URL [TOKEN]]"""
import json, sys, urllib.error, urllib.request

BASE = (sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:7070") + "/api/v1/"
TOKEN = sys.argv[2] if len(sys.argv) > 2 else None


class Problem(Exception):
    """A refusal: its code, what is wrong, and what to do."""


def send(method, path, body=None, **headers):
    request = urllib.request.Request(BASE + path, method=method)
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    if TOKEN:
        request.add_header("Authorization", "Bearer " + TOKEN)
    for name, value in headers.items():
        request.add_header(name.replace("_", "-"), value)
    try:
        return urllib.request.urlopen(request, timeout=60)
    except urllib.error.HTTPError as refused:
        problem = json.load(refused)
        raise Problem(problem["code"], problem["detail"], problem.get("hint")) from None


def call(method, path, body=None, **headers):
    with send(method, path, body, **headers) as answer:
        return json.load(answer)


def items(path):
    """All items of a list, page by page."""
    page, mark = call("GET", path), "&" if "?" in path else "?"
    yield from page["items"]
    while page["next"]:
        page = call("GET", f"{path}{mark}cursor={page['next']}")
        yield from page["items"]


def events(path, after=0):
    """The events of a stream up to its end, as (id, name, data); give the last id to go on after a break."""
    with send("GET", path, Accept="text/event-stream", Last_Event_ID=str(after)) as stream:
        event = {}
        for line in stream:
            field, _, value = line.decode().rstrip("\n").partition(": ")
            if field:
                event[field] = value
            elif "data" in event:
                yield event.get("id"), event["event"], json.loads(event["data"])
                event = {}


if __name__ == "__main__":
    debate = call("POST", "debates", {"topic": "Is 91 prime?", "options": ["yes", "no"], "seed": 7})
    for _, name, data in events(f"debates/{debate['id']}/events"):
        print(name, data.get("status", ""))
    print(call("GET", f"debates/{debate['id']}")["status"], len(list(items("debates?limit=1"))))
