"""What stands between clients and servers in companies: a proxy that asks for a password, and TLS in front of a server."""

import base64
import socket
import socketserver
import threading
import urllib.parse

USER, PASSWORD = "user", "pass:word"


def copy(source, target):
    """Bytes until the end of one direction."""
    try:
        while data := source.recv(1 << 16):
            target.sendall(data)
    except OSError:
        pass
    finally:
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def join(one, other):
    """Bytes in both directions."""
    back = threading.Thread(target=copy, args=(other, one), daemon=True)
    back.start()
    copy(one, other)
    back.join()


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, handler):
        super().__init__(("127.0.0.1", 0), handler)
        self.asked = []
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": .05}, daemon=True).start()

    def handle_error(self, request, client_address):
        pass  # clients that do not trust the certificate end the connection

    @property
    def port(self):
        return self.server_address[1]


def tls(upstream, context):
    """A server on a port of its own that speaks TLS, in front of a port."""

    class Handler(socketserver.BaseRequestHandler):
        def handle(self):
            with context.wrap_socket(self.request, server_side=True) as client, socket.create_connection(("127.0.0.1", upstream)) as server:
                join(client, server)

    return Server(Handler)


def proxy():
    """A proxy of HTTP: requests with whole URLs, and tunnels. `asked` has their request lines."""
    wanted = "Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()

    class Handler(socketserver.StreamRequestHandler):
        rbufsize = 0  # nothing behind the head is read here

        def handle(self):
            head = b""
            while not head.endswith(b"\r\n\r\n"):
                head += self.rfile.read(1)
            line, *headers = head.decode("latin-1").split("\r\n")
            method, target, _ = line.split(" ")
            self.server.asked.append(line)
            named = dict(header.split(": ", 1) for header in headers if header)
            if named.get("Proxy-Authorization") != wanted:
                self.wfile.write(b"HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                return
            url = urllib.parse.urlsplit(f"//{target}" if method == "CONNECT" else target)
            with socket.create_connection((url.hostname, url.port)) as server:
                if method == "CONNECT":
                    self.wfile.write(b"HTTP/1.1 200 Go ahead\r\n\r\n")
                else:
                    kept = [header for header in headers if header and not header.startswith(("Proxy-", "Connection"))]
                    server.sendall("\r\n".join([f"{method} {url.path} HTTP/1.1", *kept, "Connection: close", "", ""]).encode())
                join(self.connection, server)

    return Server(Handler)
