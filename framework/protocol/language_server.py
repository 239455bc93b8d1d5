# SPDX-License-Identifier: Apache-2.0
# A client of the YAML language server that wants nothing but diagnostics.
import json
import pathlib
import subprocess


class LanguageServer:
    """The server on one schema, for every file; a context manager."""

    def __init__(self, program, schema):
        self.process = subprocess.Popen(["node", program, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        self.requests = 0
        self.settings = {"yaml": {
            "validate": True, "schemaStore": {"enable": False},
            "schemas": {pathlib.Path(schema).as_uri(): ["*.yaml"]}}}
        self.request("initialize", {"processId": None, "rootUri": None, "capabilities": {
            "workspace": {"configuration": True},
            "textDocument": {"publishDiagnostics": {}, "completion": {}, "hover": {}}}})
        self.notify("initialized", {})
        self.notify("workspace/didChangeConfiguration", {"settings": self.settings})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def notify(self, method, parameters):
        self.send({"method": method, "params": parameters})

    def request(self, method, parameters):
        """The result of a call; what the server asks meanwhile gets an empty answer."""
        self.requests += 1
        self.send({"id": self.requests, "method": method, "params": parameters})
        while True:
            message = self.receive()
            if message.get("id") == self.requests and "method" not in message:
                return message.get("result")

    def receive(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if length == 0:
            raise RuntimeError("the language server ended without an answer")
        message = json.loads(self.process.stdout.read(length))
        if "id" in message and "method" in message:
            self.send({"id": message["id"], "result": self.answer(message)})
        return message

    def answer(self, question):
        """What an editor says when the server asks: its settings, and nothing else."""
        if question["method"] == "workspace/configuration":
            return [self.settings.get(item["section"]) for item in question["params"]["items"]]
        return None

    def open(self, uri, text):
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "yaml", "version": 1, "text": text}})

    def diagnostics(self, texts):
        """What the server has to say of {uri: text}: {uri: its diagnostics}."""
        found = {}
        opened = set()
        for uri, text in texts.items():
            self.open(uri, text)
            opened.add(uri)
            # The first answer shows that the schema has been read; later ones are awaited by the dozen, so that
            # neither side waits for the other to read.
            if len(opened) % 12 == 1:
                self.collect(found, opened)
        self.collect(found, opened)
        return found

    def collect(self, found, uris):
        """Reads messages until there are diagnostics of all these texts."""
        while not uris <= set(found):
            message = self.receive()
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] in uris:
                found[message["params"]["uri"]] = message["params"]["diagnostics"]

    def completions(self, uri, text, line, character):
        """{label: the text that is inserted} of what the server proposes at a place."""
        self.open(uri, text)
        result = self.request("textDocument/completion", {
            "textDocument": {"uri": uri}, "position": {"line": line, "character": character}})
        return {item["label"]: item["insertText"] for item in result["items"]}

    def hover(self, uri, text, line, character):
        """What the server says of the word at a place."""
        self.open(uri, text)
        result = self.request("textDocument/hover", {
            "textDocument": {"uri": uri}, "position": {"line": line, "character": character}})
        return result["contents"]["value"]
