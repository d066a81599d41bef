"""Sites of all kinds on loopback, for the tests of fetching. They are threads and end with the program."""

import gzip
import http.server
import socket
import ssl
import threading
import time
import zlib

PAGE = ("<!doctype html><html lang='en'><head><title>Rain returns | Valley News</title>"
        "<link rel=canonical href='/rain'></head><body>"
        "<h1>Rain returns</h1><p>After nine dry weeks the first rain fell on the valley on Monday morning.</p>"
        "<p>Farmers had waited for it since the end of August, and so had the <a href='r'>river</a>.</p>"
        "</body></html>").encode()
HTML = "text/html; charset=utf-8"

TYPE = b"Content-Type: text/html\r\n"
MOVED = b"HTTP/1.1 302 Found\r\nLocation: /page\r\n"
# Answers that no server of Python writes.
RAW = {
    "status-line": b"HTTP/1.1 200 " + b"x" * 200000,
    "cut-head": b"HTTP/1.1 200 OK\r\n" + TYPE + b"Content-Le",
    "cut-redirect": MOVED,
    "early": b"HTTP/1.1 103 Early Hints\r\nLocation: /page\r\n\r\nHTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n",
    "moved-miscoded": MOVED + b"Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nmoved",
    "moved-unknown": MOVED + b"Content-Encoding: a\r\nContent-Length: 5\r\n\r\nmoved",
    "brotli": b"HTTP/1.1 200 OK\r\n" + TYPE + b"Content-Encoding: br\r\nContent-Length: 5\r\n\r\n<p>no",
    "moved-cut": MOVED + b"Transfer-Encoding: chunked\r\n\r\nmoved",
}


class Handler(http.server.BaseHTTPRequestHandler):
    """Responds by path; the server records its requests."""

    protocol_version = "HTTP/1.1"

    def answer(self, status=200, body=PAGE, media=HTML, **headers):
        self.send_response(status)
        if media:
            self.send_header("Content-Type", media)
        if "Content_Length" not in headers:
            self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def redirect(self, target, status=302):
        self.answer(status, b"<a>moved</a>", Location=target)

    def do_GET(self):
        self.server.asked.append((self.path, dict(self.headers.items())))
        try:
            if self.path.startswith("http://"):  # used as a proxy
                self.path = "/" + self.path.split("/", 3)[3]
            self.serve(self.path.split("?")[0])
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def serve(self, path):
        if path == "/robots.txt" and self.server.robots:
            self.server.robots(self)
            return
        name, _, rest = path[1:].partition("/")
        getattr(self, "path_" + name, self.path_missing)(rest)

    def path_missing(self, rest):
        self.answer(404, b"<h1>Not here</h1><p>There is nothing of that name on this site.")

    def path_page(self, rest):
        self.answer()

    def path_status(self, rest):
        self.answer(int(rest), PAGE)

    def path_type(self, rest):
        self.answer(media=rest.replace("+", "/", 1) if rest else None)

    def path_binary(self, rest):
        self.answer(body=b"\x89PNG\r\n", media=None)

    def path_pdf(self, rest):
        self.answer(body=b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")

    def path_arabic(self, rest):
        text = "<title>خبر</title><p>عاد المطر إلى الوادي يوم الاثنين بعد تسعة أسابيع من الجفاف"
        self.answer(body=text.encode("cp1256"), media="text/html; charset=windows-1256")

    def path_empty(self, rest):
        self.answer(body=b"")

    def path_hop(self, rest):
        """/hop/3 redirects three times, then the page."""
        self.redirect(f"/hop/{int(rest) - 1}" if int(rest) > 1 else "/page")

    def path_to(self, rest):
        """/to/302/<target>"""
        status, _, target = rest.partition("/")
        self.redirect(self.path.split(status + "/", 1)[1], int(status))

    def path_loop(self, rest):
        self.redirect("/loop")

    def path_gzip(self, rest):
        body = gzip.compress(PAGE)
        self.answer(body=body, Content_Encoding="gzip")

    def path_bomb(self, rest):
        """Zeros, gzip in chunks: ten GiB, sent as fast as they can be made."""
        self.send_response(200)
        self.send_header("Content-Type", HTML)
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        coder = zlib.compressobj(1, wbits=31)
        zeros = bytes(1 << 20)
        for _ in range(10240):
            data = coder.compress(zeros)
            if data:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))

    def path_layers(self, rest):
        """64 MiB of zeros, gzip in gzip."""
        self.answer(body=gzip.compress(gzip.compress(bytes(64 << 20), 1)), Content_Encoding="gzip, gzip")

    def path_relative(self, rest):
        self.redirect("../page")

    def path_large(self, rest):
        """More HTML than the fetch limit."""
        self.send_response(200)
        self.send_header("Content-Type", HTML)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for _ in range(int(rest)):
            data = b"<p>" + b"word " * 13107
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.write(b"0\r\n\r\n")

    def path_declared(self, rest):
        self.answer(Content_Length=rest)

    def path_drip(self, rest):
        self.send_response(200)
        self.send_header("Content-Type", HTML)
        self.send_header("Content-Length", "1000000")
        self.end_headers()
        for _ in range(100):
            self.wfile.write(b"x")
            time.sleep(.2)

    def path_silent(self, rest):
        time.sleep(10)
        self.close_connection = True

    def path_heads(self, rest):
        """Headers without an end."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n")
        for i in range(1000000):
            self.wfile.write(b"X-%d: %s\r\n" % (i, b"y" * 1000))

    def path_line(self, rest):
        """A header line without an end."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX: ")
        for _ in range(1000):
            self.wfile.write(b"y" * 1000)

    def path_informational(self, rest):
        """1xx answers without an end."""
        for _ in range(1000000):
            self.wfile.write(b"HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n")

    def path_nothing(self, rest):
        self.close_connection = True

    def path_codings(self, rest):
        self.answer(Content_Encoding=", ".join(["gzip"] * 9))

    def path_short(self, rest):
        """A compressed body that ends early, and says no more than came."""
        whole = gzip.compress(PAGE * 40)
        self.answer(body=whole[:-int(rest or len(whole) // 2)], Content_Encoding="gzip")

    def path_members(self, rest):
        self.answer(body=gzip.compress(PAGE[:40]) + gzip.compress(PAGE[40:]), Content_Encoding="gzip")

    def path_miscoded(self, rest):
        self.answer(Content_Encoding="gzip")

    def path_cut(self, rest):
        self.answer(body=PAGE[:100], Content_Length=str(len(PAGE)))
        self.close_connection = True

    def path_garbage(self, rest):
        self.wfile.write(b"this is no HTTP\r\n\r\n")
        self.close_connection = True

    def path_raw(self, rest):
        """Bytes of RAW, after which the connection closes."""
        self.wfile.write(RAW[rest])
        self.close_connection = True

    def path_user(self, rest):
        self.redirect(f"http://user@127.0.0.1:{self.server.server_port}/page")

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """Ignores errors: clients that disconnect early are part of the tests."""


class Site:
    """A site on a free port of a loopback address."""

    def __init__(self, address="127.0.0.1", context=None):
        self.server = Server((address, 0), Handler)
        self.server.asked = []
        self.server.robots = None  # function that answers /robots.txt, given the handler; None: no robots.txt
        if context:
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.address = address
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, args=(.05,), daemon=True).start()

    @property
    def asked(self):
        return self.server.asked

    def url(self, path, host=None):
        return f"http://{host or self.address}:{self.port}{path}"

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def free_port():
    """A port on which nothing listens."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def tls_context(certificate, key):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context
